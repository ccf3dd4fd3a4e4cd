import java.util.List;
import stych.bot.Bot;
import stych.bot.Game;
import stych.bot.Match;
import stych.bot.Result;
import stych.bot.Runner;
import stych.v1.Fox.FoxObservation;

/** The bot in one match of The Fox in the Forest. */
public final class MyBot extends Bot<FoxObservation> {
  private MyBot(Match match) {
    super(match);
  }

  @Override
  protected int choose(FoxObservation observation, List<Integer> legal) {
    return random().nextInt(legal.size());
  }

  @Override
  protected void over(Result result) {
    log().info("place " + result.places().get(match().seat()));
  }

  public static void main(String[] arguments) {
    new Runner().play(Game.FOX, MyBot::new).run();
  }
}
