import type { HttpExchange } from "../http/mod.ts";

/** Methods recorded by name; any other becomes `_OTHER`, which bounds the number of metric series. */
const knownMethods = new Set("CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE".split(" "));

/** The method by OpenTelemetry's conventions: `_OTHER` for an unknown one. */
export function methodOf({ request: { method } }: HttpExchange): string {
  return knownMethods.has(method) ? method : "_OTHER";
}

/** The scheme that the client used. */
export function schemeOf({ origin }: HttpExchange): string {
  return origin.slice(0, origin.indexOf(":"));
}

/** The attribute `error.type` by OpenTelemetry's conventions: the class of the error. */
export function errorType(error: unknown): string {
  return error instanceof Error ? error.constructor.name || error.name : typeof error;
}

/** Whether a path is that of a folder or below it. */
export function isBelow(path: string, folder: string): boolean {
  return folder !== "" && path.startsWith(folder) && (path.length === folder.length || path[folder.length] === "/");
}
