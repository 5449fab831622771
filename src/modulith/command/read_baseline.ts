import { describeValue } from "../../kernel/mod.ts";
import type { Baseline } from "../verification/baseline.ts";

/**
 * Reads a file written by `--update-baseline`.
 *
 * @param text the text of the file; `undefined` if it does not exist
 * @param file the path as on the command line
 * @throws TypeError naming the file and the error
 */
export function readBaseline(text: string | undefined, file: string): Baseline {
  if (text === undefined) throw new TypeError(`Cannot read baseline "${file}" as there is no such file`);
  const value = parsed(text, file);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw unusable(file, "an object with a count for each violation", value);
  }
  for (const [key, count] of Object.entries(value)) {
    if (!Number.isSafeInteger(count) || count < 1) throw unusable(file, `a count >= 1 for "${key}"`, count);
  }
  return value as Baseline; // as was checked
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as SyntaxError; // JSON.parse throws nothing else
    throw new TypeError(
      `Cannot read baseline "${file}" as it must be JSON: ${message}. Write it anew with --update-baseline`,
      { cause: error },
    );
  }
}

function unusable(file: string, needed: string, value: unknown): TypeError {
  return new TypeError(
    `Cannot read baseline "${file}" as it must hold ${needed}: current value is ${describeValue(value)}. ` +
      "Write it anew with --update-baseline",
  );
}
