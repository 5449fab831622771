import type { DataFetcher } from "./data_fetcher.ts";
import type { FieldArguments } from "./field_arguments.ts";
import type { SchemaElementConfigs, SchemaElementKind } from "./schema_element.ts";

/** What directive code sees of the element that carries the directive. */
export interface SchemaDirectiveWiringEnvironment<K extends SchemaElementKind = SchemaElementKind> {
  /** Which kind of element it is. */
  readonly kind: K;
  /** The name of the directive. */
  readonly directive: string;
  /** The directive's arguments after coercion; defaults included. */
  readonly arguments: FieldArguments;
  /** The element's schema coordinate, for example `Book.title` or `Query.books(first:)`. */
  readonly coordinates: string;
  /** The element's configuration. */
  readonly element: SchemaElementConfigs[K];
  /** The data fetcher of a field, as far as one was found; a property is read where there is none. */
  readonly dataFetcher: DataFetcher | undefined;
  /**
   * Replaces the data fetcher of the field. A handler that also returns a new configuration wraps first.
   *
   * @param wrap receives the present fetcher (the property fetcher where there is none) and returns the new one
   * @throws TypeError when the element is no field
   */
  wrapDataFetcher(wrap: (fetcher: DataFetcher) => DataFetcher): void;
}
