import type { AnyDescriptor } from "../../kernel/mod.ts";
import type { ExportedCollection } from "./exported_collection.ts";

/** How clients may compare a property of a collection's items; `eq` has no suffix in the parameter's name. */
export type FilterOperator =
  | "eq"
  | "ne"
  | "gt"
  | "gte"
  | "lt"
  | "lte"
  | "in"
  | "contains"
  | "startsWith"
  | "endsWith"
  | "eqIgnoreCase"
  | "containsIgnoreCase"
  | "startsWithIgnoreCase"
  | "null"
  | "empty";

/** The properties by which clients may filter a collection, by their path in documents; `true` for all operators. */
export type FilterOptions = Readonly<Record<string, true | readonly FilterOperator[]>>;

/** A query parameter that filters a collection. */
export interface Filter {
  /** Name of the parameter, such as `published.gte`. */
  readonly parameter: string;
  /** Path in the entity's own properties. */
  readonly path: string;
  readonly operator: FilterOperator;
  /** What the parameter takes, or each of its values. */
  readonly descriptor: AnyDescriptor;
  /** The collection of the items whose URIs the parameter takes. */
  readonly target?: ExportedCollection;
  /** Whether the property is a list of single values. */
  readonly isList: boolean;
}
