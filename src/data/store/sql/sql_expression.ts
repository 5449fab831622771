import type { Expression } from "../../../../deps.ts";

/** Tables that are known at run time only: their columns have any name. */
export type AnyTables = Record<string, Record<string, unknown>>;

/** A value in a statement: a column, a parameter or what is computed of them. */
export type SqlExpression = Expression<unknown>;
