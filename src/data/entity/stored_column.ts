import type { CatalogueColumn } from "../catalogue/catalogue.ts";

/** The column of a property in the database; its declaration is absent until the catalogue was read. */
export class StoredColumn {
  /** The column in the catalogue. */
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

  /** Whether the database supplies absent values. */
  get hasDefault(): boolean {
    return this.column?.default !== undefined || this.column?.generated !== undefined;
  }

  /** Whether only the database computes the value. */
  get isReadOnly(): boolean {
    const generated = this.column?.generated;
    return generated === "stored" || generated === "virtual" || generated === "identity always";
  }
}
