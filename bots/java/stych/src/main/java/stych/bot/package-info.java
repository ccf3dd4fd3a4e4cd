/**
 * The Java SDK: a bot is one function, or one small class with an object for every match.
 *
 * <pre>{@code
 * public static void main(String[] arguments) {
 *   new Runner().play(Game.FOX, (observation, legal, random) -> 0).run();
 * }
 * }</pre>
 *
 * <p>Environment variables tell the program where to connect; a referee that starts it sets them.
 */
package stych.bot;
