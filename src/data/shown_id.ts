/**
 * An id as messages show it.
 *
 * @param id the id of an entity
 */
export function shownId(id: unknown): string {
  const isComposite = typeof id === "object" && id !== null && Object.getPrototypeOf(id) === Object.prototype;
  return isComposite ? Object.entries(id).map(([name, part]) => `${name}=${part}`).join(", ") : String(id);
}
