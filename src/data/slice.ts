import { type AnyDescriptor, t, type TypeDescriptor, type TypeOf } from "../kernel/mod.ts";
import { Pageable } from "./pageable.ts";

/** Some items of a result, and whether more follow. */
export class Slice<T> implements Iterable<T> {
  /** The items. */
  readonly content: readonly T[];
  /** The requested slice. */
  readonly pageable: Pageable;
  readonly #hasNext: boolean;

  /**
   * Creates the slice.
   *
   * @param content the items
   * @param pageable the requested page; by default unpaged
   * @param hasNext whether more items follow
   */
  constructor(content: readonly T[], pageable: Pageable = Pageable.unpaged(), hasNext: boolean = false) {
    this.content = content;
    this.pageable = pageable;
    this.#hasNext = hasNext;
  }

  /** Zero-based number of the slice. */
  get number(): number {
    return this.pageable.isPaged ? this.pageable.pageNumber : 0;
  }

  /** Maximum number of items: the requested one, or the number of items when unpaged. */
  get size(): number {
    return this.pageable.isPaged ? this.pageable.pageSize : this.content.length;
  }

  /** How many items there are. */
  get numberOfElements(): number {
    return this.content.length;
  }

  /** Whether there are any items. */
  get hasContent(): boolean {
    return this.content.length > 0;
  }

  /** Whether more items follow. */
  get hasNext(): boolean {
    return this.#hasNext;
  }

  /** Whether items come before. */
  get hasPrevious(): boolean {
    return this.number > 0;
  }

  /** Whether this is the first. */
  get isFirst(): boolean {
    return !this.hasPrevious;
  }

  /** Whether this is the last. */
  get isLast(): boolean {
    return !this.hasNext;
  }

  /** The request for the next slice; unpaged at the end. */
  nextPageable(): Pageable {
    return this.hasNext ? this.pageable.next() : Pageable.unpaged();
  }

  /** The request for the previous slice; unpaged at the beginning. */
  previousPageable(): Pageable {
    return this.hasPrevious ? this.pageable.previousOrFirst() : Pageable.unpaged();
  }

  /** The request for the next slice; for this one at the end. */
  nextOrLastPageable(): Pageable {
    return this.hasNext ? this.nextPageable() : this.pageable;
  }

  /** The request for the previous slice; for this one at the beginning. */
  previousOrFirstPageable(): Pageable {
    return this.hasPrevious ? this.previousPageable() : this.pageable;
  }

  /**
   * The same slice of other items.
   *
   * @param convert gives an item's replacement
   */
  map<U>(convert: (item: T, index: number) => U): Slice<U> {
    return new Slice(this.content.map(convert), this.pageable, this.#hasNext);
  }

  /** The items. */
  [Symbol.iterator](): Iterator<T> {
    return this.content[Symbol.iterator]();
  }
}

/**
 * Describes a slice.
 *
 * @param element describes the items
 *
 * @example
 * ```ts
 * import { param, QueryMapping, t } from "@espalier/espalier";
 * import { Slice, sliceOf } from "@espalier/espalier/data";
 *
 * export class TitleController {
 *   @QueryMapping({ params: [], returns: sliceOf(t.string) })
 *   titles(): Slice<string> {
 *     return new Slice(["Emma"]);
 *   }
 * }
 * ```
 */
export function sliceOf<D extends AnyDescriptor>(element: D): TypeDescriptor<Slice<TypeOf<D>>> {
  return t.container<Slice<TypeOf<D>>>(() => Slice, element);
}
