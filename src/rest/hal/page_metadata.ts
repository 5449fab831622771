import { Page, type Slice } from "../../data/mod.ts";

/** The `page` member of a collection document; a slice has no totals. */
export interface PageMember {
  readonly size: number;
  readonly totalElements?: number;
  readonly totalPages?: number;
  readonly number: number;
}

/**
 * Makes the `page` member of a collection document.
 *
 * @param slice the page or slice
 * @param oneIndexed whether the client counts pages from one
 */
export function pageMember(slice: Slice<unknown>, oneIndexed: boolean): PageMember {
  const number = slice.number + (oneIndexed ? 1 : 0);
  if (!(slice instanceof Page)) return { size: slice.size, number };
  const totalPages = slice.totalElements === 0 ? 0 : slice.totalPages;
  return { size: slice.size, totalElements: slice.totalElements, totalPages, number };
}
