import type { ApplicationRoot, Logger } from "../../kernel/mod.ts";
import { parseTypeFacts, type TypeFacts, typeFactsFile } from "./type_facts.ts";

/**
 * Reads the facts that the facts task stored, if any.
 *
 * @param root the application's folder
 * @param log logs that the file can't be read
 * @returns `undefined` if there is no file, or no permission to read it
 * @throws TypeError when the file was written by another version
 */
export async function readTypeFacts(root: ApplicationRoot, log: Logger): Promise<TypeFacts | undefined> {
  if (root.url.protocol !== "file:") return undefined;
  try {
    return parseTypeFacts(await Deno.readTextFile(new URL(typeFactsFile, root.url)));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    log.debug(`Inspecting without "${typeFactsFile}", which takes --allow-read`);
    return undefined;
  }
}
