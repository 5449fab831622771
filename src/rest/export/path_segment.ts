/**
 * Whether a text is one segment of a path: nothing in it separates, is encoded or is resolved by clients.
 *
 * @param text what somebody wants a resource to be found at
 */
export function isPathSegment(text: string): boolean {
  return /^[^\s/?#{}%]+$/.test(text) && text !== "." && text !== "..";
}
