#include "connection.h"

#include <grpcpp/grpcpp.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "stych/v1/referee.grpc.pb.h"

namespace stych {

namespace {

constexpr int kLongestMessage = 64 << 20;
constexpr int kKeepaliveMs = 20'000;
constexpr int kKeepaliveTimeoutMs = 10'000;

/// The names of the status codes, by code.
constexpr std::array kCodes = {
    "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
    "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
    "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
    "DATA_LOSS", "UNAUTHENTICATED"};

std::shared_ptr<grpc::ChannelCredentials> credentials(const Environment& environment) {
  if (!environment.tls) return grpc::InsecureChannelCredentials();
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = environment.authorities;
  return grpc::SslCredentials(options);
}

std::shared_ptr<grpc::Channel> dial(const Environment& environment) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kLongestMessage);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  // A channel that shared its connection with the one before would wait after a failure.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  if (environment.reconnect > Seconds(0)) {
    // Pings find out that a connection died without notice, so that the bot dials again.
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
    arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  }
  return grpc::CreateCustomChannel(environment.address, credentials(environment), arguments);
}

std::string words(const grpc::Status& status) {
  const auto code = static_cast<std::size_t>(status.error_code());
  const std::string name = code < kCodes.size() ? kCodes[code] : std::to_string(code);
  return status.error_message().empty() ? name : status.error_message() + " (" + name + ")";
}

bool is_refusal(grpc::StatusCode code) {
  return code == grpc::StatusCode::UNAUTHENTICATED || code == grpc::StatusCode::PERMISSION_DENIED ||
         code == grpc::StatusCode::UNIMPLEMENTED || code == grpc::StatusCode::INVALID_ARGUMENT;
}

std::string problem(const grpc::Status& status) {
  if (status.ok()) return "the connection failed: the stream ended without a goodbye";
  return (is_refusal(status.error_code()) ? "the referee refused the bot: "
                                          : "the connection failed: ") +
         words(status);
}

}  // namespace

Ending converse(const Environment& environment, const v1::Hello& hello, Player& player) {
  Ending ending;
  const auto stub = v1::RefereeService::NewStub(dial(environment));
  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer " + environment.token);
  const auto stream = stub->Play(&context);
  v1::PlayRequest request;
  *request.mutable_hello() = hello;
  // A write that fails is ignored: the end of the stream, which is read next, has the reason.
  stream->Write(request);
  v1::PlayResponse response;
  while (!ending.goodbye && stream->Read(&response)) {
    ending.welcomed |= response.has_welcome();
    if (auto answers = player.take(response)) {
      *request.mutable_answers() = std::move(*answers);
      stream->Write(request);
    }
    if (response.has_goodbye()) ending.goodbye = response.goodbye();
  }
  if (ending.goodbye) context.TryCancel();
  const grpc::Status status = stream->Finish();
  if (!ending.goodbye) {
    ending.problem = problem(status);
    ending.refused = is_refusal(status.error_code());
  }
  return ending;
}

}  // namespace stych
