import { holdsStorableTexts } from "../../kernel/mod.ts";
import { InvalidTextError } from "../invalid_text_error.ts";

/**
 * Returns the value of a column if it can be stored.
 *
 * @param label the column's name in error messages
 * @param value the value; text is checked, also within JSON
 * @throws InvalidTextError when it contains text that can't be stored
 */
export function requireStorable(label: string, value: unknown): unknown {
  if (holdsStorableTexts(value)) return value;
  throw new InvalidTextError(label, value);
}
