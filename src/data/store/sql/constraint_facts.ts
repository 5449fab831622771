/** What a driver's error says of the constraint that a change has broken. */
export interface BrokenConstraint {
  /** The table, without its schema; absent where the driver does not name it. */
  readonly table?: string;
  readonly schema?: string;
  /** Name of a constraint or an index; on SQLite the text of a check without a name. */
  readonly name?: string;
  /** Columns that the driver names. */
  readonly columns?: readonly string[];
}
