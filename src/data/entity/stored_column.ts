import type { CatalogueColumn } from "../catalogue/catalogue.ts";

/** What the database says about the column of a property; absent until its catalogue was read. */
export class StoredColumn {
  /** The column as the database knows it. */
  column: CatalogueColumn | undefined;

  /** The type of the column that the description names. */
  readonly described: string | undefined;

  /** Whether messages must not show values. */
  readonly isSecret: boolean;

  /**
   * Creates the column, before a catalogue was read.
   *
   * @param described the type of the column that the description names
   * @param isSecret whether messages must not show values
   */
  constructor(described?: string, isSecret = false) {
    this.described = described;
    this.isSecret = isSecret;
  }

  /** Whether the database makes the value where none is given. */
  get hasDefault(): boolean {
    return this.column?.default !== undefined || this.column?.generated !== undefined;
  }

  /** Whether the database alone makes the value. */
  get isReadOnly(): boolean {
    const generated = this.column?.generated;
    return generated === "stored" || generated === "virtual" || generated === "identity always";
  }
}
