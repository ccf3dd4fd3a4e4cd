#include "connection.h"

#include <grpcpp/grpcpp.h>

#include <memory>
#include <utility>

#include "stych/v1/referee.grpc.pb.h"

namespace stych {

namespace {

constexpr int kLongestMessage = 64 << 20;

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
  // Otherwise a new channel to the same address waits as long as the last one was told to.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(environment.address, credentials(environment), arguments);
}

std::string problem(const grpc::Status& status) {
  if (status.ok()) return "the referee ended the stream without a goodbye";
  return "the connection failed: " + status.error_message();
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
  // What a failing write means is told by the end of the stream, which is read next.
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
  if (!ending.goodbye) ending.problem = problem(status);
  return ending;
}

}  // namespace stych
