# What a bot includes: builds the SDK, once for all bots beside it, and gives the target stych::stych.

# Two tournaments may build the same bot at the same time, and two bots the same SDK.
file(LOCK ${CMAKE_BINARY_DIR} DIRECTORY GUARD PROCESS TIMEOUT 600)
if(NOT CMAKE_BUILD_TYPE)
  # Optimised, and stack traces have line numbers.
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()

block()
  set(build ${CMAKE_CURRENT_LIST_DIR}/build)
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  file(MAKE_DIRECTORY ${build})
  file(LOCK ${build} DIRECTORY TIMEOUT 600)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${build}
    -D CMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -D CMAKE_BUILD_TYPE=Release
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} --target stych --parallel ${cores}
    COMMAND_ERROR_IS_FATAL ANY)
  file(LOCK ${build} DIRECTORY RELEASE)
endblock()

find_package(Protobuf 3.21 REQUIRED)
find_package(gRPC 1.51 CONFIG REQUIRED)
include(${CMAKE_CURRENT_LIST_DIR}/build/stych-targets.cmake)
