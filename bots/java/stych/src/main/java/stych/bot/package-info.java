/**
 * The Java SDK: a bot is one function, or one small class with an object for every match.
 *
 * <pre>{@code
 * public static void main(String[] arguments) {
 *   new Runner().play(Game.FOX, (observation, legal, random) -> 0).run();
 * }
 * }</pre>
 *
 * <p>The referee starts the program, and tells it in environment variables where to connect.
 */
package stych.bot;
