#include "referee.h"

#include <grpcpp/grpcpp.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "stych/run.h"
#include "stych/v1/referee.grpc.pb.h"

namespace stych {

namespace {

using GrpcStream = grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>;

class ServedStream final : public Stream {
 public:
  explicit ServedStream(GrpcStream& stream) : stream_(stream) {}

  void write(const v1::PlayResponse& response) override { stream_.Write(response); }

  v1::PlayRequest read() override {
    v1::PlayRequest request;
    if (!stream_.Read(&request)) request.Clear();
    return request;
  }

 private:
  GrpcStream& stream_;
};

std::string text_of(const char* path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::shared_ptr<grpc::ServerCredentials> credentials(bool tls) {
  if (!tls) return grpc::InsecureServerCredentials();
  grpc::SslServerCredentialsOptions options;
  options.pem_key_cert_pairs.push_back({text_of("key.pem"), certificate()});
  return grpc::SslServerCredentials(options);
}

}  // namespace

std::string free_socket() {
  static int count = 0;
  const std::string name = std::to_string(getpid()) + "-" + std::to_string(count++) + ".sock";
  return "unix:" + (std::filesystem::temp_directory_path() / name).string();
}

class Referee::Server final : public v1::RefereeService::Service {
 public:
  Server(std::vector<Scene> scenes, bool tls, std::string address)
      : scenes_(std::move(scenes)), address_(std::move(address)) {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort(address_, credentials(tls), &port);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
    if (tls) address_ = "localhost:" + std::to_string(port);
  }

  ~Server() override { server_->Shutdown(std::chrono::system_clock::now()); }

  const std::string& address() const { return address_; }
  const std::vector<std::string>& authorizations() const { return authorizations_; }

  grpc::Status Play(grpc::ServerContext* context, GrpcStream* stream) override {
    const auto found = context->client_metadata().find("authorization");
    const bool given = found != context->client_metadata().end();
    const auto number = authorizations_.size();
    authorizations_.push_back(given ? std::string(found->second.begin(), found->second.end()) : "");
    ServedStream served(*stream);
    const End end = number < scenes_.size() ? scenes_[number](served) : End("the script is over");
    return {end.code, end.error};
  }

 private:
  std::vector<Scene> scenes_;
  std::vector<std::string> authorizations_;
  std::string address_;
  std::unique_ptr<grpc::Server> server_;
};

Referee::Referee(std::vector<Scene> scenes, bool tls)
    : server_(
          std::make_unique<Server>(std::move(scenes), tls, tls ? "localhost:0" : free_socket())) {
  environment_.address = server_->address();
  environment_.token = "secret";
  environment_.tls = tls;
}

Referee::Referee(std::vector<Scene> scenes, const std::string& socket)
    : server_(std::make_unique<Server>(std::move(scenes), false, socket)) {
  environment_.address = socket;
  environment_.token = "secret";
}

Referee::~Referee() = default;

const std::vector<std::string>& Referee::authorizations() const {
  return server_->authorizations();
}

void Stream::welcome() {
  read();
  v1::PlayResponse response;
  response.mutable_welcome()->set_protocol_version(1);
  write(response);
}

std::string Stream::goodbye(v1::GoodbyeReason reason, const std::string& text) {
  v1::PlayResponse response;
  response.mutable_goodbye()->set_reason(reason);
  response.mutable_goodbye()->set_text(text);
  write(response);
  return "";
}

std::string certificate() { return text_of("certificate.pem"); }

Player last_player() {
  static const auto last = [](const auto&, Actions legal, Random&) { return legal.size() - 1; };
  return Player([](const Match& match) {
    return std::make_unique<BotOf<FunctionBot<decltype(last)>>>(match, last);
  });
}

}  // namespace stych
