import { parseJsonc } from "./jsonc.ts";

/**
 * Reads a file that configures a project.
 *
 * @param file its URL
 * @returns what the file holds; `undefined` where there is none, or none that may be read
 * @throws SyntaxError when it is no JSON
 */
export function readConfigurationFile(file: URL): unknown {
  const text = readIfPresent(file);
  try {
    return text === undefined ? undefined : parseJsonc(text);
  } catch (cause) {
    throw new SyntaxError(`Cannot read "${file}" as it must be JSON: ${(cause as Error).message}`, { cause });
  }
}

function readIfPresent(file: URL): string | undefined {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    // Above the folders that may be read nothing is asked for: what holds there can't be known.
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable) return undefined;
    throw error;
  }
}
