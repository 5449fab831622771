import type { GraphQlResponseBody } from "./client_graphql_response.ts";

/**
 * Reads a response from its JSON.
 *
 * @param text the received text
 * @returns the response, or `undefined` if the text is none
 */
export function parseResponse(text: string): GraphQlResponseBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isResponse(value) ? value : undefined;
  } catch {
    // not JSON: the caller reports the received text
    return undefined;
  }
}

/** Whether a value is a valid response: an object whose `errors`, if present, are well-formed. */
export function isResponse(value: unknown): value is GraphQlResponseBody {
  return isRecord(value) && (value.errors == null || (Array.isArray(value.errors) && value.errors.every(isError)));
}

function isError(value: unknown): boolean {
  return isRecord(value) && (value.path == null || Array.isArray(value.path));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
