package stych.bot;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A channel to the referee. */
final class Dialling {
  private static final int MOST_BYTES = 64 << 20;
  private static final String UNIX = "unix:";
  // gRPC asks for keep-alives, which are nothing for a domain socket; Netty would warn of that.
  private static final Logger NETTY = Logger.getLogger("io.netty.bootstrap");

  static {
    NETTY.setLevel(Level.SEVERE);
  }

  private Dialling() {}

  /** Throws IOException when the authorities to trust cannot be read. */
  static ManagedChannel dial(Environment environment) throws IOException {
    ChannelCredentials credentials = credentials(environment.tls());
    String address = environment.address();
    NettyChannelBuilder builder =
        address.startsWith(UNIX)
            ? overSocket(address.substring(UNIX.length()), credentials)
            : NettyChannelBuilder.forTarget(address, credentials);
    // No proxy: the address is meant as it stands.
    return builder.maxInboundMessageSize(MOST_BYTES).proxyDetector(target -> null).build();
  }

  private static NettyChannelBuilder overSocket(String path, ChannelCredentials credentials) {
    // unix:///path is the same as unix:/path.
    String file = path.startsWith("//") ? path.substring(2) : path;
    // Java's own domain sockets: they need no native library, on Linux as on macOS.
    return NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(file), credentials)
        .overrideAuthority("localhost")
        .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
        .eventLoopGroup(
            new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("stych", true), NioIoHandler.newFactory()));
  }

  private static ChannelCredentials credentials(Environment.Tls tls) throws IOException {
    if (!tls.on()) {
      return InsecureChannelCredentials.create();
    }
    if (tls.authorities().isEmpty()) {
      return TlsChannelCredentials.create();
    }
    return TlsChannelCredentials.newBuilder()
        .trustManager(tls.authorities().get().toFile())
        .build();
  }
}
