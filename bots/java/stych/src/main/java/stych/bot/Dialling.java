package stych.bot;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Makes channels to the referee. */
final class Dialling {
  private static final int MOST_BYTES = 64 << 20;
  private static final String UNIX = "unix:";
  private static final EventLoopGroup SOCKETS =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("stych", true), NioIoHandler.newFactory());
  // gRPC sets an option for keep-alives that a domain socket does not have; Netty would warn of it.
  private static final Logger NETTY = Logger.getLogger("io.netty.bootstrap");

  static {
    NETTY.setLevel(Level.SEVERE);
  }

  private Dialling() {}

  static ManagedChannel dial(Environment environment) throws Environment.Unusable {
    String address = environment.address();
    try {
      ChannelCredentials credentials = credentials(environment.tls());
      NettyChannelBuilder builder =
          address.startsWith(UNIX)
              ? overSocket(address.substring(UNIX.length()), credentials)
              : NettyChannelBuilder.forTarget(address, credentials);
      if (!environment.reconnect().isZero()) {
        // Pings find out that a connection died without notice, so that the bot dials again.
        builder.keepAliveTime(20, TimeUnit.SECONDS).keepAliveTimeout(10, TimeUnit.SECONDS);
      }
      // No proxy: those that the environment names are meant for web pages.
      return builder.maxInboundMessageSize(MOST_BYTES).proxyDetector(target -> null).build();
    } catch (IllegalArgumentException | IOException wrong) {
      throw new Environment.Unusable(
          "STYCH_ADDRESS is '%s', which cannot be dialled: %s"
              .formatted(address, wrong.getMessage()));
    }
  }

  private static NettyChannelBuilder overSocket(String path, ChannelCredentials credentials) {
    // unix:///path is the same as unix:/path.
    String file = path.startsWith("//") ? path.substring(2) : path;
    // Java's own domain sockets: they need no native library, on Linux as on macOS.
    return NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(file), credentials)
        .overrideAuthority("localhost")
        .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
        .eventLoopGroup(SOCKETS);
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
