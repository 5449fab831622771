import { type ErrorBehavior, holdsStorableTexts } from "../../kernel/mod.ts";
import { RequestRefusal } from "./request_refusal.ts";

const errorBehaviors: readonly unknown[] = ["NULL", "PROPAGATE", "HALT"] satisfies ErrorBehavior[];

/** The parameters of a GraphQL request, the same in every transport. */
export interface OperationParameters {
  /** The document; empty if the id of a persisted document is sent instead. */
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly onError?: ErrorBehavior;
}

/**
 * Reads the parameters that a client sent as JSON.
 *
 * @param value the parsed JSON
 * @returns the parameters; members that are `null` count as absent
 * @throws RequestRefusal naming the invalid member
 */
export function operationParameters(value: unknown): OperationParameters {
  if (!isRecord(value)) throw notAllowed("the request", "a JSON object", value);
  const { query, operationName, variables, extensions, documentId, onError } = value;
  if (operationName != null && typeof operationName !== "string") {
    throw notAllowed('"operationName"', "a string", operationName);
  }
  if (variables != null && !isRecord(variables)) throw notAllowed('"variables"', "an object", variables);
  if (extensions != null && !isRecord(extensions)) throw notAllowed('"extensions"', "an object", extensions);
  if (onError != null && !isErrorBehavior(onError)) {
    throw notAllowed('"onError"', '"NULL", "PROPAGATE" or "HALT"', onError);
  }
  requireReadable("variables", variables);
  requireReadable("extensions", extensions);
  const named = documentId == null ? extensions : withDocumentId(extensions, documentId);
  const document = query ?? (namesDocument(named) ? "" : query);
  if (typeof document !== "string" || (document.trim() === "" && !namesDocument(named))) {
    throw notAllowed('"query"', "a document", query);
  }
  return {
    query: document,
    // Clients without an operation name send an empty one.
    ...(operationName == null || operationName === "" ? {} : { operationName }),
    ...(variables == null ? {} : { variables }),
    ...(named == null ? {} : { extensions: named }),
    ...(onError == null ? {} : { onError }),
  };
}

/**
 * Reads the parameters of a GET request.
 *
 * @param search the query of the URL
 * @throws RequestRefusal naming the invalid parameter
 */
export function operationParametersOfQuery(search: string): OperationParameters {
  const given = new URLSearchParams(search);
  return operationParameters({
    query: textParameter(given, "query"),
    operationName: textParameter(given, "operationName"),
    documentId: textParameter(given, "documentId"),
    onError: textParameter(given, "onError"),
    variables: jsonParameter(given, "variables"),
    extensions: jsonParameter(given, "extensions"),
  });
}

// Reject duplicates: a proxy or firewall might have checked the other value.
function textParameter(given: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = given.getAll(name);
  if (others.length === 0) return value;
  throw new RequestRefusal(
    400,
    `Cannot read "${name}" as it must be given once: current number is ${others.length + 1}`,
  );
}

function jsonParameter(given: URLSearchParams, name: string): unknown {
  const text = textParameter(given, name);
  if (text === undefined || text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw notAllowed(`"${name}"`, "JSON", text);
  }
}

function withDocumentId(extensions: Readonly<Record<string, unknown>> | null | undefined, documentId: unknown) {
  if (typeof documentId !== "string") throw notAllowed('"documentId"', "a string", documentId);
  return { ...extensions, documentId };
}

// The interceptor that finds persisted documents checks their members.
function namesDocument(extensions: Readonly<Record<string, unknown>> | null | undefined): boolean {
  const { persistedQuery, documentId } = extensions ?? {};
  if (persistedQuery != null && !isRecord(persistedQuery)) {
    throw notAllowed('"extensions.persistedQuery"', "an object", persistedQuery);
  }
  if (documentId != null && typeof documentId !== "string") {
    throw notAllowed('"extensions.documentId"', "a string", documentId);
  }
  return persistedQuery != null || documentId != null;
}

/** The maximum nesting of values: recursion over some thousands of levels overflows the stack. */
const maxNesting = 500;

function requireReadable(name: string, value: unknown): void {
  if (value == null) return;
  if (!isNestedWithin(value, maxNesting)) {
    throw new RequestRefusal(
      400,
      `Cannot read "${name}" as the nesting of its values must be <= ${maxNesting}: current value is larger`,
    );
  }
  if (!holdsStorableTexts(value)) {
    throw new RequestRefusal(400, `Cannot read "${name}" as its texts must be Unicode without NUL characters`);
  }
}

function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => typeof item !== "object" || isNestedWithin(item, levels - 1));
  // Parsed JSON has no inherited properties, and `for`-`in` is cheaper than an array of the values.
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key];
    if (typeof item === "object" && !isNestedWithin(item, levels - 1)) return false;
  }
  return true;
}

function isErrorBehavior(value: unknown): value is ErrorBehavior {
  return errorBehaviors.includes(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function notAllowed(what: string, needed: string, value: unknown): RequestRefusal {
  const shown = value === undefined ? "absent" : JSON.stringify(value).slice(0, 100);
  return new RequestRefusal(400, `Cannot read ${what} as it must be ${needed}: current value is ${shown}`);
}
