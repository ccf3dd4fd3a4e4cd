package stych.bot;

import com.google.protobuf.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import stych.v1.Referee.Hello;

/**
 * Takes the games that a bot plays, and runs the bot.
 *
 * <p>Exit codes: 0 after a goodbye because everything was played or the referee stops; 1 when the
 * bot's own code failed, or when the referee started a match of a game that the bot does not play
 * or asked in a match that is not under way; 2 when a variable of the environment is missing or
 * wrong; 3 after any other goodbye, when the referee refused the bot, or when the connection was
 * lost for good.
 */
public final class Runner {
  private static final int PROTOCOL = 1;
  private static final String SDK = "stych-java 0.1.0";

  private final Map<String, Player.Maker<?>> makers = new LinkedHashMap<>();
  private int atOnce = 1;
  private boolean neverTalks;

  /** Makes a runner without games. */
  public Runner() {}

  /**
   * Adds a game that is played with a function.
   *
   * @param game the game
   * @param choose called for the decisions of all its matches
   * @param <O> the message of the game's observations
   * @return this
   */
  public <O extends Message> Runner play(Game<O> game, Choose<? super O> choose) {
    return play(game, match -> new FunctionBot<>(match, choose));
  }

  /**
   * Adds a game that is played with an object for each match.
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
   * Adds every game that the protocol has messages for, played with one function.
   *
   * @param choose called for the decisions of all their matches
   * @return this
   */
  public Runner playAll(Choose<? super Message> choose) {
    Game.ALL.forEach(game -> play(game, choose));
    return this;
  }

  /**
   * Sets the largest number of decisions, of different matches, in one batch.
   *
   * @param decisions 1, the default, for bots that think; 64 or more for quick ones
   * @return this
   */
  public Runner atOnce(int decisions) {
    atOnce = decisions;
    return this;
  }

  /**
   * In The Game, does not let the referee ask how gladly the bot would start, nor for flags. Other
   * games ignore this.
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
    // Threads of the connection may still run; nothing is left for them to do.
    System.exit(code);
  }

  /** Plays with these environment variables; returns the exit code of the program. */
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
