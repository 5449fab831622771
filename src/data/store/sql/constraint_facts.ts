/** The facts of a violated constraint from a driver's error. */
export interface BrokenConstraint {
  /** The table without its schema; absent if the driver does not name it. */
  readonly table?: string;
  readonly schema?: string;
  /** The name of a constraint or an index; on SQLite, the text of a check without a name. */
  readonly name?: string;
  /** Columns that the driver names. */
  readonly columns?: readonly string[];
}
