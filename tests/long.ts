/** Whether the full counts are run: `deno task test:long` says so. */
export const isLong: boolean = Deno.env.get("LONG_TESTS") === "1";

/**
 * Picks a count for a test that can be run short or long.
 *
 * @param short the count of `deno task test`
 * @param long the count of `deno task test:long`
 */
export function times(short: number, long: number): number {
  return isLong ? long : short;
}
