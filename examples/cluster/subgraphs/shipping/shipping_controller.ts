import { t } from "@espalier/espalier";
import { required, requiredOfEach } from "@espalier/espalier/federation";
import type { Rates } from "./rates.ts";
import {
  BatchMapping,
  type Book,
  EntityMapping,
  type Parcel,
  QueryMapping,
  SchemaMapping,
  type Zone,
} from "./schema.ts";

/** Serves zones, and the fields that shipping adds to the books of the bookstore. */
export class ShippingController {
  readonly #rates: Rates;

  constructor(rates: Rates) {
    this.#rates = rates;
  }

  @QueryMapping()
  zones(): readonly Zone[] {
    return this.#rates.zones;
  }

  @EntityMapping("Zone", "code")
  zone(code: string): Zone | null {
    return this.#rates.zone(code);
  }

  @EntityMapping("Book", "idList")
  book(ids: readonly string[]): Book[] {
    return ids.map((id) => ({ id }));
  }

  @BatchMapping("Book", requiredOfEach("published", t.int))
  weight(books: readonly Book[], publishedOf: (book: unknown) => number): number[] {
    return books.map((book) => this.#rates.weight(publishedOf(book)));
  }

  @SchemaMapping("Book", required("published", t.int), "zone")
  shippingCosts(_: Book, published: number, zone: string): number | null {
    return this.#rates.costs(published, zone);
  }

  @SchemaMapping("Book")
  parcel({ id }: Book): Parcel {
    return { millimetres: [200 + id.length, 130, 30] };
  }
}
