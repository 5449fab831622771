import { describeValue } from "../../kernel/mod.ts";
import { DataIntegrityError } from "../data_integrity_error.ts";

/**
 * Whether a text can be kept in a column of its own. PostgreSQL refuses NUL characters, SQLite's driver reads no further
 * than the first; half a surrogate pair has no form in UTF-8 and would come back as another character.
 *
 * @param text the text
 */
export function isKeepable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/**
 * Gives the value of a column back.
 *
 * @param label what error messages call the column
 * @param value the value; what is no text is kept as it is
 * @throws DataIntegrityError when it is a text that can't be kept
 */
export function requireKeepable(label: string, value: unknown): unknown {
  if (typeof value !== "string" || isKeepable(value)) return value;
  throw new DataIntegrityError(
    "check",
    `Cannot store ${label} as it must be Unicode text without NUL characters: current value is ${describeValue(value)}`,
  );
}
