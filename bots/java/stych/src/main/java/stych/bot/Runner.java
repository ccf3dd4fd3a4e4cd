package stych.bot;

import com.google.protobuf.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import stych.v1.Referee.Hello;

/**
 * Says what the bot plays and plays it.
 *
 * <p>Exit codes: 0 after a goodbye, 1 when the bot's own code failed, 2 when no referee started
 * this program, 3 when the referee refused it or the connection was lost.
 */
public final class Runner {
  private static final int PROTOCOL = 1;
  private static final String SDK = "stych-java 0.1.0";

  private final Map<String, Player.Maker<?>> makers = new LinkedHashMap<>();
  private int atOnce = 1;
  private boolean neverTalks;

  /** A bot that plays nothing yet. */
  public Runner() {}

  /**
   * Plays a game with a function.
   *
   * @param game the game
   * @param choose decides in all its matches
   * @param <O> the message of the game's observations
   * @return this
   */
  public <O extends Message> Runner play(Game<O> game, Choose<? super O> choose) {
    return play(game, match -> new FunctionBot<>(match, choose));
  }

  /**
   * Plays a game with an object for each match.
   *
   * @param game the game
   * @param make makes the object, such as {@code MyBot::new}
   * @param <O> the message of the game's observations
   * @return this
   */
  public <O extends Message> Runner play(
      Game<O> game, Function<Match, ? extends Bot<? super O>> make) {
    makers.put(game.id(), new Player.Maker<>(game, make));
    return this;
  }

  /**
   * Plays every game that the protocol has messages for, with one function.
   *
   * @param choose decides in all matches
   * @return this
   */
  public Runner playAll(Choose<? super Message> choose) {
    Game.ALL.forEach(game -> play(game, choose));
    return this;
  }

  /**
   * Takes several decisions of different matches in one batch.
   *
   * @param decisions 1, the default, for bots that think; 64 or more for quick ones
   * @return this
   */
  public Runner atOnce(int decisions) {
    atOnce = decisions;
    return this;
  }

  /**
   * Is not asked what to say: in The Game neither gladness nor flags. Other games ignore this.
   *
   * @return this
   */
  public Runner neverTalks() {
    neverTalks = true;
    return this;
  }

  /** Plays until the referee says goodbye, then ends the program. */
  public void run() {
    logOneLineEach();
    int code = play(System.getenv());
    System.out.flush();
    System.err.flush();
    // Threads of the connection may still be there; nothing is left for them to do.
    System.exit(code);
  }

  /** As {@link #run()} in an environment of its own; returns the exit code. */
  int play(Map<String, String> variables) {
    try {
      Environment environment = Environment.of(variables);
      Supplier<Player> players = () -> new Player(makers, System.err::println);
      return new Session(environment, hello(environment), players, Runner::say).play();
    } catch (Environment.Unusable unusable) {
      System.err.println(unusable.getMessage());
      return 2;
    } catch (Throwable broken) {
      broken.printStackTrace();
      return 1;
    }
  }

  private static void logOneLineEach() {
    String format = "java.util.logging.SimpleFormatter.format";
    if (System.getProperty(format) == null) {
      System.setProperty(format, "%3$s: %5$s%6$s%n");
    }
  }

  private static void say(String sentence) {
    System.err.println("stych: " + sentence);
  }

  Map<String, Player.Maker<?>> makers() {
    return makers;
  }

  private Hello hello(Environment environment) {
    return Hello.newBuilder()
        .setProtocolVersion(PROTOCOL)
        .setBotName(environment.name())
        .setBotVersion(environment.version())
        .setSdk(SDK)
        .addAllGames(makers.keySet())
        .setDecisionsAtOnce(atOnce)
        .setNeverTalks(neverTalks)
        .build();
  }

  private static final class FunctionBot<O> extends Bot<O> {
    private final Choose<? super O> choose;

    FunctionBot(Match match, Choose<? super O> choose) {
      super(match);
      this.choose = choose;
    }

    @Override
    protected int choose(O observation, List<Integer> legal) {
      return choose.choose(observation, legal, random());
    }
  }
}
