import stych.bot.Runner;

/** Chooses any legal action, all with the same probability. Plays all games of the protocol. */
public final class RandomBot {
  private RandomBot() {}

  public static void main(String[] arguments) {
    new Runner()
        .playAll((observation, legal, random) -> random.nextInt(legal.size()))
        .atOnce(64)
        .run();
  }
}
