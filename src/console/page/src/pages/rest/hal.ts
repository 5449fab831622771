/** A link of a HAL document. */
export interface Link {
  readonly href: string;
  readonly templated?: boolean;
  readonly title?: string;
}

/** A field of a form. */
export interface FormField {
  readonly name: string;
  readonly prompt?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly regex?: string;
  readonly type?: string;
  readonly value?: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly options?: {
    readonly inline?: readonly (string | { readonly prompt: string; readonly value: string })[];
    readonly link?: { readonly href: string; readonly type?: string };
    readonly selectedValues?: readonly string[];
    readonly maxItems?: number;
  };
}

/** A form of a HAL-FORMS document. */
export interface FormTemplate {
  readonly title?: string;
  readonly method: string;
  readonly target: string;
  readonly contentType?: string;
  readonly properties: readonly FormField[];
}

/** A HAL document with forms. */
export interface HalDocument {
  readonly _links?: Readonly<Record<string, Link | readonly Link[]>>;
  readonly _embedded?: Readonly<Record<string, HalDocument | readonly HalDocument[]>>;
  readonly _templates?: Readonly<Record<string, FormTemplate>>;
  readonly page?: {
    readonly size: number;
    readonly number?: number;
    readonly totalElements?: number;
    readonly totalPages?: number;
  };
  readonly [property: string]: unknown;
}

/** What a request was answered with. */
export interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string;
  readonly etag: string;
  readonly location: string;
  readonly ms: number;
  readonly text: string;
  /** The body, where it is a JSON object. */
  readonly body: HalDocument | undefined;
}

const accepted = "application/prs.hal-forms+json, application/hal+json;q=0.9, application/json;q=0.8, */*;q=0.1";

/** Path and query of an address of the service; `undefined` for other origins. */
export function pathOf(href: string): string | undefined {
  const url = URL.parse(href, location.origin);
  return url !== null && url.origin === location.origin ? url.pathname + url.search : undefined;
}

/**
 * Sends a request to a resource of the service.
 *
 * @param path path and query
 * @param init method, headers and body; an object goes as JSON
 */
export async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const startedAt = performance.now();
  const { method = "GET" } = init;
  const headers = new Headers(init.headers);
  headers.set("accept", accepted);
  const response = await fetch(path, { ...init, headers, cache: "no-store" });
  const text = await response.text();
  const contentType = response.headers.get("content-type") ?? "";
  return {
    method,
    path,
    status: response.status,
    statusText: response.statusText,
    contentType,
    etag: response.headers.get("etag") ?? "",
    location: response.headers.get("location") ?? "",
    ms: performance.now() - startedAt,
    text,
    body: /json/.test(contentType) ? objectIn(text) : undefined,
  };
}

function objectIn(text: string): HalDocument | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value as HalDocument : undefined;
  } catch {
    return undefined;
  }
}

/** Links with their relations, one entry each. */
export function linksOf({ _links = {} }: HalDocument): readonly (readonly [relation: string, link: Link])[] {
  return Object.entries(_links).flatMap(([relation, links]) =>
    [links].flat().map((link) => [relation, link as Link] as const)
  );
}

/** The lists that a document holds, by their relations. */
export function listsOf({ _embedded = {} }: HalDocument): readonly (readonly [string, readonly HalDocument[]])[] {
  return Object.entries(_embedded).map(([relation, items]) => [relation, [items].flat() as readonly HalDocument[]]);
}

/** The document's own properties. */
export function propertiesOf(document: HalDocument): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(document).filter(([name]) => !name.startsWith("_") && name !== "page");
}

/** A templated address with its variables left out: `/books{?page}` is `/books`. */
export function withoutVariables(href: string): string {
  return href.replaceAll(/\{[^{}]*\}/g, "");
}

/** Names of a template's variables, without their modifiers. */
export function variablesOf(href: string): readonly string[] {
  return [...href.matchAll(/\{[?&]([^{}]*)\}/g)].flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.replace("*", ""));
}

/** The address with a parameter changed; an empty value removes it. */
export function withParameter(path: string, name: string, value: string): string {
  const url = new URL(path, location.origin);
  if (value === "") url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  if (name !== "page") url.searchParams.delete("page");
  return url.pathname + url.search;
}
