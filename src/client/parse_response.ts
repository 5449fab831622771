import type { GraphQlResponseBody } from "./client_graphql_response.ts";

/**
 * Reads a response from its JSON.
 *
 * @param text what arrived
 * @returns the response, or `undefined` when the text is none
 */
export function parseResponse(text: string): GraphQlResponseBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isResponse(value) ? value : undefined;
  } catch {
    // not JSON: the caller tells what arrived instead
    return undefined;
  }
}

/** Whether what arrived can be read as a response: an object whose errors, if it has any, are errors. */
export function isResponse(value: unknown): value is GraphQlResponseBody {
  return isRecord(value) && (value.errors == null || (Array.isArray(value.errors) && value.errors.every(isError)));
}

function isError(value: unknown): boolean {
  return isRecord(value) && (value.path == null || Array.isArray(value.path));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
