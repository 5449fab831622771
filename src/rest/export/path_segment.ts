/**
 * Returns whether a text is a plain path segment, without separators, encoded characters or dot segments.
 *
 * @param text the configured path of a resource
 */
export function isPathSegment(text: string): boolean {
  return /^[^\s/?#{}%]+$/.test(text) && text !== "." && text !== "..";
}
