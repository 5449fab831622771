import type { CompiledQuery } from "../../../../deps.ts";

/** A statement: its text, and the values of its placeholders. */
export interface SqlStatement {
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** Whether it changes anything. */
  readonly writes: boolean;
  /** Whether whole numbers come back as bigints, because some may be larger than a number can hold. */
  readonly bigints: boolean;
  /** Whether it counts all rows of a table, and does nothing else. */
  readonly isTotal?: boolean;
  /** Whether the dialect reads the values, of which the driver must not make anything less exact. */
  readonly isDecoded?: boolean;
}

/** The statement of a compiled query. */
export function statementOf(
  { sql, parameters }: CompiledQuery,
  { writes, bigints = false }: { readonly writes: boolean; readonly bigints?: boolean },
): SqlStatement {
  return { text: sql, parameters, writes, bigints, isDecoded: true };
}
