import { flatText } from "./flat_text.ts";

/** A query variable of a URI template: a name, with an asterisk if it may be repeated. */
export type TemplateVariable = string;

/**
 * Appends optional query variables to a URI, leaving out those that the URI's query has already.
 *
 * @param uri a URI, with or without query
 * @param variables the variables in their order, for example `["page", "size", "sort*"]`
 * @returns for example `/books{?page,size,sort*}` or `/books?page=1&size=5{&sort*}`
 */
export function withQueryVariables(uri: string, variables: readonly TemplateVariable[]): string {
  const queryStart = uri.indexOf("?");
  if (queryStart < 0) return variables.length === 0 ? uri : flatText(uri, "{?", variables.join(","), "}");
  const present = new Set(uri.slice(queryStart + 1).split("&").map((p) => p.split("=", 1)[0]!));
  const missing = variables.filter((variable) => !present.has(variable.replace(/\*$/, "")));
  if (missing.length === 0) return uri;
  return flatText(uri, "{&", missing.join(","), "}");
}

/**
 * Appends parts of a query to a URI.
 *
 * @param uri a URI, with or without query
 * @param parts pieces such as `page=1`; empty ones are left out
 */
export function withQuery(uri: string, ...parts: readonly string[]): string {
  const query = parts.filter((part) => part !== "").join("&");
  if (query === "") return uri;
  return flatText(uri, uri.includes("?") ? "&" : "?", query);
}

/**
 * Expands a template without values: every variable is optional and is removed.
 *
 * @param template a URI or a URI template
 */
export function withoutVariables(template: string): string {
  return template.replace(/\{[^{}]*\}/g, "");
}

/**
 * Encodes a value as part of a query, commas and other characters that a query may hold as they are.
 *
 * @param value any text
 */
export function encodeQueryValue(value: string): string {
  if (plainValue.test(value)) return value;
  return encodeURIComponent(value.toWellFormed())
    .replace(/%(2C|3A|40|2F|24|3B)/g, (escape) => decodeURIComponent(escape))
    .replaceAll("'", "%27");
}

/** A value that is the same when it is encoded. */
const plainValue = /^[\w.!~*(),:@/$;-]*$/;
