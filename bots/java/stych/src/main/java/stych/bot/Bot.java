package stych.bot;

import java.util.List;
import java.util.Random;
import java.util.logging.Logger;

/**
 * The bot in one match: an object is made when the match starts and dropped when it is over.
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
   * Makes the bot when the match starts.
   *
   * @param match what the referee tells the bot of the match
   */
  protected Bot(Match match) {
    this.match = match;
    this.random = new Random(match.seed());
    this.log = Logger.getLogger("match " + match.number());
    this.bankMs = match.bankMs();
  }

  /**
   * Chooses one of the legal actions.
   *
   * @param observation all that the seat may know
   * @param legal the legal actions, at least two, in the game's numbering
   * @return an index into {@code legal}
   */
  protected abstract int choose(O observation, List<Integer> legal);

  /**
   * Called at the match's end, unless the connection was lost before. Does nothing by default.
   *
   * @param result the places, points and faults
   */
  protected void over(Result result) {}

  /**
   * The match that this bot plays.
   *
   * @return the match as it was at the start
   */
  protected final Match match() {
    return match;
  }

  /**
   * Random numbers seeded from the match: a bot that takes all its random numbers from them plays
   * the same match in the same way again.
   *
   * @return the generator, the same in all calls
   */
  protected final Random random() {
    return random;
  }

  /**
   * The public events since the last decision, those of the bot's own actions and of forced moves
   * among them.
   *
   * @return the events, oldest first
   */
  protected final List<Event> events() {
    return Event.all(events);
  }

  /**
   * What is left of the match's bank, set before each call of {@code choose}; the whole bank until
   * the first one.
   *
   * @return milliseconds
   */
  protected final int bankMs() {
    return bankMs;
  }

  /**
   * A log that goes to standard error, which a referee that started the bot saves.
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
