import type { ColumnType } from "../../entity/property_model.ts";
import type { SqlDialect } from "./sql_dialect.ts";

/** A statement: its text, and the values of its placeholders. */
export interface SqlStatement {
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** Whether it changes anything. */
  readonly writes: boolean;
  /** Whether whole numbers come back as bigints, because some may be larger than a number can hold. */
  readonly bigints: boolean;
}

/** Writes the text of one statement and collects its parameters. */
export class SqlWriter {
  /** What differs between the databases. */
  readonly dialect: SqlDialect;
  #text = "";
  readonly #parameters: unknown[] = [];

  /** @param dialect the database's dialect */
  constructor(dialect: SqlDialect) {
    this.dialect = dialect;
  }

  /** Writes text as it is. Never give it anything that comes from outside. */
  write(text: string): this {
    this.#text += text;
    return this;
  }

  /** Writes the name of a table or column. */
  name(name: string): this {
    return this.write(quoted(name));
  }

  /** Writes a placeholder for a value. */
  value(type: ColumnType, value: unknown): this {
    this.#parameters.push(value === null || value === undefined ? null : this.dialect.encode(type, value));
    return this.write(this.dialect.placeholder(this.#parameters.length, type, value));
  }

  /** Writes a placeholder for a value that the driver takes as it is. */
  raw(value: unknown, placeholder: (index: number) => string): this {
    this.#parameters.push(value);
    return this.write(placeholder(this.#parameters.length));
  }

  /** Writes several parts with a separator between them. */
  joined<T>(parts: readonly T[], separator: string, write: (part: T, index: number) => void): this {
    parts.forEach((part, index) => {
      if (index > 0) this.write(separator);
      write(part, index);
    });
    return this;
  }

  /** Another writer of the same dialect, for text that is thrown away. */
  scratch(): SqlWriter {
    return new SqlWriter(this.dialect);
  }

  /** The finished statement. */
  statement(options: { writes: boolean; bigints?: boolean }): SqlStatement {
    return {
      text: this.#text,
      parameters: this.#parameters,
      writes: options.writes,
      bigints: options.bigints ?? false,
    };
  }
}

/** A name as it is written in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
