import { type LimitName, UnreadableBodyError } from "./unreadable_body_error.ts";

/** The items that limits of bodies count. */
const counted: Readonly<Record<string, string>> = { maxInputValues: "values", maxLinks: "links" };

/**
 * Rejects a body that exceeds a limit.
 *
 * @param count the number of items, counted at least up to the limit
 * @param limit the limit; 0 means none
 * @throws UnreadableBodyError when the count exceeds the limit
 */
export function checkCount(count: number, limit: LimitName): void {
  if (limit.value === 0 || count <= limit.value) return;
  throw new UnreadableBodyError(
    `Cannot read the request body as the number of its ${counted[limit.name]} must be <= ${limit.value}`,
    { limit },
  );
}
