import stych.bot.Game;
import stych.bot.Runner;

/** The bot @NAME@: a policy for each game, in the class that is named after the game. */
public final class MyBot {
  private MyBot() {}

  /** Plays until the referee says goodbye. */
  public static void main(String[] arguments) {
    Runner runner = new Runner();
    runner.play(Game.A_GAME, AGame::choose);
    runner.atOnce(64).run();
  }
}
