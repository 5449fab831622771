import type { HttpExchange } from "../http/mod.ts";

/** The methods that are told apart: a client may send any word, and each would be a series of measurements. */
const knownMethods = new Set("CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE".split(" "));

/** The method by OpenTelemetry's conventions: `_OTHER` for a word that is none. */
export function methodOf({ request: { method } }: HttpExchange): string {
  return knownMethods.has(method) ? method : "_OTHER";
}

/** The scheme that the client used. */
export function schemeOf({ origin }: HttpExchange): string {
  return origin.slice(0, origin.indexOf(":"));
}

/** What OpenTelemetry's conventions call the type of an error: its class. */
export function errorType(error: unknown): string {
  return error instanceof Error ? error.constructor.name || error.name : typeof error;
}

/** Whether a path is a folder's, or below it. */
export function isBelow(path: string, folder: string): boolean {
  return folder !== "" && path.startsWith(folder) && (path.length === folder.length || path[folder.length] === "/");
}
