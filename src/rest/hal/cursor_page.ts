import type { KeysetScrollPosition, Window } from "../../data/mod.ts";
import { type CursorParameterNames, writeCursor } from "../query/cursor_request.ts";
import { type Link, pagingLink } from "./link.ts";
import { encodeQueryValue, withQuery } from "./uri_template.ts";

/** A page that was read by keyset, and its position. */
export class CursorPage implements Iterable<object> {
  /** The items. */
  readonly window: Window<object>;
  /** The position of the page. */
  readonly position: KeysetScrollPosition;
  /** Maximum number of items. */
  readonly size: number;
  /** The total number of items, if the client requested it. */
  readonly totalElements: number | undefined;

  /**
   * @param window the items
   * @param request the position, the maximum number of items, and the total if it is known
   */
  constructor(
    window: Window<object>,
    request: {
      readonly position: KeysetScrollPosition;
      readonly size: number;
      readonly totalElements?: number | undefined;
    },
  ) {
    this.window = window;
    ({ position: this.position, size: this.size, totalElements: this.totalElements } = request);
  }

  /** Whether items follow. */
  get hasNext(): boolean {
    const { position, window } = this;
    // A page that was read backward from an item is followed by that item.
    return position.scrollsForward ? window.hasNext : !position.isInitial;
  }

  /** Whether items come before. */
  get hasPrevious(): boolean {
    const { position, window } = this;
    return position.scrollsForward ? !position.isInitial : window.hasNext;
  }

  [Symbol.iterator](): Iterator<object> {
    return this.window[Symbol.iterator]();
  }
}

/** Parts of the links of a {@linkcode CursorPage}. */
export interface CursorLinksOptions {
  /** The collection's URI with all query parameters of the request that are not about paging. */
  readonly uri: string;
  readonly names: CursorParameterNames;
  /** Name of the size's parameter. */
  readonly size: string;
  /** Name of the sort's parameter. */
  readonly sort: string;
  /** The effective `sort` values in the client's spelling. */
  readonly sortValues: readonly string[];
}

/**
 * Makes the links of a page by keys to the pages around it.
 *
 * @param page the page
 * @param options the URI and the names of the parameters
 * @throws CursorError when the sort values are so long that no address holds them
 */
export function cursorLinks(page: CursorPage, options: CursorLinksOptions): Record<string, Link> {
  const { uri, names, sortValues, size, sort } = options;
  const kept = [`${size}=${page.size}`, ...sortValues.map((value) => `${sort}=${encodeQueryValue(value)}`)];
  const to = (...parts: readonly string[]) => pagingLink(withQuery(uri, ...parts, ...kept));
  const cursor = (name: string, value: string) => `${encodeURIComponent(name)}=${value}`;
  const beside = (name: string, index: number) => {
    // Behind the last item there is no item to read from: the pages begin, or end, there.
    if (page.window.isEmpty) return cursor(name, "");
    // A window that was read by keys has the positions of keys.
    return cursor(name, writeCursor(page.window.positionAt(index) as KeysetScrollPosition, name));
  };
  return {
    first: to(),
    ...(page.hasPrevious ? { prev: to(beside(names.before, 0)) } : {}),
    ...(page.hasNext ? { next: to(beside(names.after, page.window.size - 1)) } : {}),
    last: to(cursor(names.before, "")),
  };
}
