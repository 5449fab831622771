import { KeysetScrollPosition, OffsetScrollPosition, ScrollPosition } from "../scroll_position.ts";
import type { EntityQuery } from "../store/entity_query.ts";
import type { EntityStore } from "../store/entity_store.ts";
import { Window } from "../window.ts";

/**
 * Reads the window that follows a position.
 *
 * @param store the entities' store
 * @param position offset or keyset; the initial one begins
 * @param query what has to match, the sort, and how many items at most
 */
export async function readWindow<T>(
  store: EntityStore<T>,
  position: ScrollPosition,
  query: EntityQuery<T>,
): Promise<Window<T>> {
  if (position instanceof KeysetScrollPosition) {
    const { entities, hasNext, keysAt } = await store.findFrom(position, query);
    return Window.from(entities, (index) => ScrollPosition.of(keysAt(index), position.direction), hasNext);
  }
  if (!(position instanceof OffsetScrollPosition)) {
    throw new TypeError(`Cannot scroll as the position must be an offset or a keyset: current value is "${position}"`);
  }
  const { limit } = query;
  const offset = position.skipped;
  const content = await store.find({ ...query, offset, ...(limit === undefined ? {} : { limit: limit + 1 }) });
  const hasNext = limit !== undefined && content.length > limit;
  const shown = hasNext ? content.slice(0, limit) : content;
  return Window.from(shown, OffsetScrollPosition.positionFunction(offset), hasNext);
}
