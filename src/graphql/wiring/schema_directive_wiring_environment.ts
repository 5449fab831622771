import type { DataFetcher } from "./data_fetcher.ts";
import type { FieldArguments } from "./field_arguments.ts";
import type { SchemaElementConfigs, SchemaElementKind } from "./schema_element.ts";

/** The element with the directive, as directive code sees it. */
export interface SchemaDirectiveWiringEnvironment<K extends SchemaElementKind = SchemaElementKind> {
  /** The kind of the element. */
  readonly kind: K;
  /** The name of the directive. */
  readonly directive: string;
  /** The directive's arguments after coercion; defaults included. */
  readonly arguments: FieldArguments;
  /** The element's schema coordinate, for example `Book.title` or `Query.books(first:)`. */
  readonly coordinates: string;
  /** The element's configuration. */
  readonly element: SchemaElementConfigs[K];
  /** The data fetcher of a field; `undefined` if the field reads a property. */
  readonly dataFetcher: DataFetcher | undefined;
  /**
   * Replaces the data fetcher of the field. A handler that also returns a new configuration has to wrap first.
   *
   * @param wrap receives the current fetcher (the property fetcher if there is none) and returns the new one
   * @throws TypeError when the element is not a field
   */
  wrapDataFetcher(wrap: (fetcher: DataFetcher) => DataFetcher): void;
}
