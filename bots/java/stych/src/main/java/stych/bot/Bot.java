package stych.bot;

import java.util.List;
import java.util.Random;
import java.util.logging.Logger;

/**
 * The bot in one match: an object is made when the match starts and forgotten when it is over.
 *
 * <p>It may be made in mid-match ({@link Match#resumed()}); the observation holds everything that
 * the seat may know.
 *
 * @param <O> the message of the game's observations, such as {@code FoxObservation}, or {@code
 *     GameData} in a game that the protocol has no message for
 */
public abstract class Bot<O> {
  private final Match match;
  private final Random random;
  private final Logger log;
  private List<Integer> events = List.of();
  private int bankMs;

  /**
   * The match starts.
   *
   * @param match what is known of it
   */
  protected Bot(Match match) {
    this.match = match;
    this.random = new Random(match.seed());
    this.log = Logger.getLogger("match " + match.number());
    this.bankMs = match.bankMs();
  }

  /**
   * Decides.
   *
   * @param observation all that the seat may know
   * @param legal the legal actions, at least two, in the game's numbering
   * @return an index into {@code legal}
   */
  protected abstract int choose(O observation, List<Integer> legal);

  /**
   * The match is over. Does nothing unless overridden.
   *
   * @param result how it ended
   */
  protected void over(Result result) {}

  /**
   * The match that this bot plays.
   *
   * @return as it was at the start
   */
  protected final Match match() {
    return match;
  }

  /**
   * Random numbers seeded from the match: a bot that takes all its dice from them plays the same
   * match the same way again.
   *
   * @return always the same generator
   */
  protected final Random random() {
    return random;
  }

  /**
   * The public events since the last decision, the bot's own deeds and forced ones among them.
   *
   * @return oldest first
   */
  protected final List<Event> events() {
    return Event.all(events);
  }

  /**
   * What is left of the match's bank.
   *
   * @return milliseconds
   */
  protected final int bankMs() {
    return bankMs;
  }

  /**
   * A log that goes to standard error, which the referee keeps for the bot's author.
   *
   * @return a logger with the match's number in its name
   */
  protected final Logger log() {
    return log;
  }

  final void hear(List<Integer> news) {
    events = news;
  }

  final void countBank(int left) {
    bankMs = left;
  }
}
