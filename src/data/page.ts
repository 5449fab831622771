import { type AnyDescriptor, t, type TypeDescriptor, type TypeOf } from "../kernel/mod.ts";
import { Pageable } from "./pageable.ts";
import { Slice } from "./slice.ts";

/** Some items of a result, of which the total number is known. */
export class Page<T> extends Slice<T> {
  /** The number of items of all pages. */
  readonly totalElements: number;

  /**
   * Creates the page.
   *
   * @param content the items
   * @param pageable the requested page; by default unpaged
   * @param total the number of items of all pages; corrected where the content shows that it is another
   */
  constructor(content: readonly T[], pageable: Pageable = Pageable.unpaged(), total: number = content.length) {
    super(content, pageable);
    this.totalElements = correctedTotal(content, pageable, total);
  }

  /** The number of pages. */
  get totalPages(): number {
    return this.size === 0 ? 1 : Math.ceil(this.totalElements / this.size);
  }

  /** Whether a page follows this one. */
  override get hasNext(): boolean {
    return this.number + 1 < this.totalPages;
  }

  /** Creates a page of other items, with the same number and total. */
  override map<U>(convert: (item: T, index: number) => U): Page<U> {
    return new Page(this.content.map(convert), this.pageable, this.totalElements);
  }

  /** The stable JSON form: `content`, and `page` with `size`, `number`, `totalElements`, `totalPages`. */
  toJSON(): { content: readonly T[]; page: PageMetadata } {
    const { content, size, number, totalElements, totalPages } = this;
    return { content, page: { size, number, totalElements, totalPages } };
  }

  /** Text such as `Page 1 of 3 containing Book instances`. */
  override toString(): string {
    const name = (this.content[0] as object | undefined)?.constructor?.name ?? "UNKNOWN";
    return `Page ${this.number + 1} of ${this.totalPages} containing ${name} instances`;
  }
}

/** The position of a page among all pages. */
export interface PageMetadata {
  /** Maximum number of items on a page. */
  readonly size: number;
  /** Zero-based number of the page. */
  readonly number: number;
  /** The number of items of all pages. */
  readonly totalElements: number;
  /** The number of pages. */
  readonly totalPages: number;
}

function correctedTotal(content: readonly unknown[], pageable: Pageable, total: number): number {
  if (content.length === 0 || pageable.isUnpaged) return total;
  return pageable.offset + pageable.pageSize > total ? pageable.offset + content.length : total;
}

/**
 * Describes a page.
 *
 * @param element describes the items
 *
 * @example
 * ```ts
 * import { param, QueryMapping, t } from "@espalier/espalier";
 * import { Page, pageOf } from "@espalier/espalier/data";
 *
 * export class TitleController {
 *   @QueryMapping({ params: [], returns: pageOf(t.string) })
 *   titles(): Page<string> {
 *     return new Page(["Emma"]);
 *   }
 * }
 * ```
 */
export function pageOf<D extends AnyDescriptor>(element: D): TypeDescriptor<Page<TypeOf<D>>> {
  return t.container<Page<TypeOf<D>>>(() => Page, element);
}
