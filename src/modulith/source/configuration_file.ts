import { parseJsonc } from "./jsonc.ts";

/**
 * Reads a configuration file of a project.
 *
 * @param file its URL
 * @returns the parsed file; `undefined` if it does not exist or may not be read
 * @throws SyntaxError when it is not valid JSON
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
    // Do not prompt for permission: folders above the readable ones are ignored.
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable) return undefined;
    throw error;
  }
}
