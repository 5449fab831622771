import { accepts } from "@std/http/negotiation";
import { problem, textResponse } from "../../http/mod.ts";
import { type ResultBudget, shortened } from "../../kernel/mod.ts";
import { halFormsType } from "../forms/hal_forms_template.ts";

/** The media types in which a HAL document is sent; the first is the default. */
export const halTypes: readonly string[] = ["application/hal+json", "application/json", "application/vnd.hal+json"];

/** The media types in which documents are sent: HAL, and HAL with forms. */
export const documentTypes: readonly string[] = [...halTypes, halFormsType];

/** The parameters of media ranges, other than the weight. */
const mediaParameters = /;\s*(?!q\s*=)[^\s;,="]+\s*=\s*(?:"[^"]*"|[^;,]*)/gi;

/** Maximum number of cached choices: a client sends the same header with each request. */
const maxHeaders = 100;

/** Maximum length of a cached header. */
const maxHeaderLength = 300;

/** Choices by available types and by header. A module-wide cache, as they depend on these two only. */
const knownTypes = new WeakMap<readonly string[], Map<string, string | undefined>>();

/**
 * Chooses the media type of a HAL document.
 *
 * @param request the request
 * @param types the available types, HAL first
 * @returns a type, or `undefined` when the client accepts none of them
 */
export function halTypeFor(request: Request, types: readonly string[] = documentTypes): string | undefined {
  const header = request.headers.get("accept");
  if (header === null || header === "*/*" || header === "") return types[0];
  let known = knownTypes.get(types);
  if (known === undefined) knownTypes.set(types, known = new Map());
  if (known.has(header)) return known.get(header);
  // Ignore `charset` and `profile`: JSON has one character set, and a profile is a hint.
  const accept = header.includes(";") ? header.replace(mediaParameters, "") : header;
  const chosen = accepts({ headers: new Headers({ accept }) }, ...types);
  if (header.length > maxHeaderLength) return chosen;
  // Evict the oldest entry.
  if (known.size >= maxHeaders) known.delete(known.keys().next().value!);
  known.set(header, chosen);
  return chosen;
}

/**
 * Chooses the media type of a response.
 *
 * @param request the request
 * @param types the available types
 * @returns the type that the client prefers, or a 406 that names the available types
 */
export function negotiated(request: Request, types: readonly string[] = documentTypes): string | Response {
  // HAL comes first among whatever else there is, so it is the default everywhere.
  const chosen = halTypeFor(request, types);
  if (chosen !== undefined) return chosen;
  const accept = shortened(request.headers.get("accept") ?? "");
  const refusal = problem({
    status: 406,
    detail: `Cannot answer as "${accept}": the resource is available as ${types.join(", ")}`,
    headers: { vary: "accept" },
  });
  return request.method === "HEAD" ? new Response(null, { status: 406, headers: refusal.headers }) : refusal;
}

/** What an answer has beside its document. */
export interface DocumentResponseOptions {
  /** The chosen media type. */
  readonly type: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Refuses a document that is too large. */
  readonly budget?: ResultBudget;
}

/** Only the client's own cache may store a document, and it asks each time whether it has changed (`ETag`). */
const privateData = { "cache-control": "private, no-cache", "x-content-type-options": "nosniff" };

/**
 * Answers with a document.
 *
 * @param document the document
 * @param options media type, status and headers
 * @throws ResultBudgetExceededError when the document is too large
 */
export function documentResponse(document: unknown, options: DocumentResponseOptions): Response {
  const { type, status = 200, headers, budget } = options;
  const text = JSON.stringify(document);
  if (budget !== undefined) requireLength(text, budget);
  return textResponse(text, {
    status,
    headers: { "content-type": type, vary: "accept", ...privateData, ...headers },
  });
}

/**
 * Refuses a response that is too long.
 *
 * @param text the body
 * @param budget counted what it holds
 * @throws ResultBudgetExceededError when the text is longer than a document may be
 */
export function requireLength(text: string, budget: ResultBudget): void {
  budget.add(0, text.length - budget.bytes);
}
