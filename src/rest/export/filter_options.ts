/** The operators of filters; `eq` has no suffix in the parameter's name. */
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
