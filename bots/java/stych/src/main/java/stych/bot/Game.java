package stych.bot;

import com.google.protobuf.Message;
import java.util.List;
import java.util.function.Function;
import stych.v1.Fox.FoxObservation;
import stych.v1.Korist.KoristObservation;
import stych.v1.NaseHra.NaseHraObservation;
import stych.v1.Referee.Decision;
import stych.v1.Referee.GameData;
import stych.v1.Referee.MatchStart;
import stych.v1.TheGame.TheGameObservation;

/**
 * A game: one that the protocol has messages for, or {@link #other}.
 *
 * @param <O> the message of its observations
 */
public final class Game<O extends Message> {
  /** The Fox in the Forest. */
  public static final Game<FoxObservation> FOX =
      new Game<>("fox", MatchStart::getFox, Decision::getFox);

  /** The Game. */
  public static final Game<TheGameObservation> THE_GAME =
      new Game<>("the-game", MatchStart::getTheGame, Decision::getTheGame);

  /** Naše hra. */
  public static final Game<NaseHraObservation> NASE_HRA =
      new Game<>("nase-hra", MatchStart::getNaseHra, Decision::getNaseHra);

  /** Kořist. */
  public static final Game<KoristObservation> KORIST =
      new Game<>("korist", MatchStart::getKorist, Decision::getKorist);

  /** Every game that the protocol has messages for. */
  public static final List<Game<?>> ALL = List.of(FOX, THE_GAME, NASE_HRA, KORIST);

  private final String id;
  private final Function<MatchStart, Message> options;
  private final Function<Decision, O> observation;

  private Game(
      String id, Function<MatchStart, Message> options, Function<Decision, O> observation) {
    this.id = id;
    this.options = options;
    this.observation = observation;
  }

  /**
   * A game that the protocol has no message for. Its options and observations are {@code GameData}.
   *
   * @param id the game's id, such as "hearts"
   * @return the game
   */
  public static Game<GameData> other(String id) {
    return new Game<>(id, MatchStart::getOther, Decision::getOther);
  }

  /**
   * The game's id.
   *
   * @return the id, such as "fox"
   */
  public String id() {
    return id;
  }

  Message options(MatchStart start) {
    return options.apply(start);
  }

  O observation(Decision decision) {
    return observation.apply(decision);
  }
}
