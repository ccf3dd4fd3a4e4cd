import stych.bot.Game;
import stych.bot.Runner;

/** Plays Naše hra by rules of thumb, which are in {@link Table}. */
public final class ThumbBot {
  private ThumbBot() {}

  public static void main(String[] arguments) {
    new Runner()
        .play(Game.NASE_HRA, (observation, legal, random) -> new Table(observation).choose(legal))
        .atOnce(16)
        .run();
  }
}
