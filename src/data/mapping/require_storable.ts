import { holdsStorableTexts } from "../../kernel/mod.ts";
import { InvalidTextError } from "../invalid_text_error.ts";

/**
 * Returns the value of a column.
 *
 * @param label what error messages call the column
 * @param value the value; only text, also within JSON, is checked
 * @throws InvalidTextError when it holds text that can't be stored
 */
export function requireStorable(label: string, value: unknown): unknown {
  if (holdsStorableTexts(value)) return value;
  throw new InvalidTextError(label, value);
}
