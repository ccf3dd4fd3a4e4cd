#include "failure.h"

#include <cxxabi.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <typeinfo>

#if __has_include(<backtrace.h>)
#include <backtrace.h>
#endif

namespace stych {

namespace {

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return text ? text.get() : name;
}

std::string current_error() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (!type) return "std::terminate was called";
  const std::string name = demangled(type->name());
  try {
    throw;
  } catch (const std::exception& error) {
    return name + ": " + error.what();
  } catch (...) {
    return name;
  }
}

#if __has_include(<backtrace.h>)
int print_frame(void*, std::uintptr_t, const char* file, int line, const char* function) {
  if (!function) return 0;
  std::cerr << "  at " << demangled(function);
  if (file) std::cerr << " (" << file << ":" << line << ")";
  std::cerr << "\n";
  return 0;
}

void ignore_problem(void*, const char*, int) {}

void print_trace() {
  backtrace_state* state = backtrace_create_state(nullptr, 0, ignore_problem, nullptr);
  if (state) backtrace_full(state, 1, print_frame, ignore_problem, nullptr);
}
#else
void print_trace() {}
#endif

[[noreturn]] void end() {
  std::cerr << "the bot failed: " << current_error() << "\n";
  print_trace();
  std::cout.flush();
  std::_Exit(1);
}

}  // namespace

void trace_failures() { std::set_terminate(end); }

}  // namespace stych
