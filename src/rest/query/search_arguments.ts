import { type AnyDescriptor, shortened } from "../../kernel/mod.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import type { Search } from "../export/search.ts";
import { entitiesFromUris, itemUriRequirement } from "../write/entity_uri.ts";
import { type ReadValue, readValue } from "../write/value_reader.ts";
import type { RejectedParameter } from "./pageable_resolver.ts";
import type { QueryParameters } from "./query_parameters.ts";

/** A query method's arguments, or the errors of the request's parameters. */
export type SearchArguments =
  | { readonly args: readonly unknown[]; readonly missing: readonly string[] }
  | { readonly rejected: readonly RejectedParameter[] };

/**
 * Converts query parameters to a query method's arguments: missing ones become null, repeated ones lists, and URIs of
 * exported entities the entities.
 *
 * @param search the query method
 * @param query the request's parameters
 * @param registry all collections
 */
export async function searchArguments(
  search: Search,
  query: QueryParameters,
  registry: CollectionRegistry,
): Promise<SearchArguments> {
  const args: unknown[] = [];
  const missing: string[] = [];
  const rejected: RejectedParameter[] = [];
  for (const [parameter, described] of search.params) {
    const descriptor = described.kind === "nullable" ? described.inner : described;
    // An empty form field is absent, unless the parameter is a text.
    const values = query.getAll(parameter).filter((value) => value !== "" || isText(descriptor));
    if (values.length === 0) {
      args.push(descriptor.kind === "list" ? [] : null);
      if (described.kind !== "nullable") missing.push(parameter);
      continue;
    }
    const converted = await convertAll(descriptor, values, registry);
    args.push(converted.value);
    rejected.push(...converted.rejected.map(({ value, message }) => ({ parameter, value: shortened(value), message })));
  }
  return rejected.length > 0 ? { rejected } : { args, missing };
}

interface Converted {
  readonly value: unknown;
  readonly rejected: readonly { readonly value: string; readonly message: string }[];
}

async function convertAll(
  descriptor: AnyDescriptor,
  values: readonly string[],
  registry: CollectionRegistry,
): Promise<Converted> {
  const isList = descriptor.kind === "list";
  const element = isList ? descriptor.element : descriptor;
  const all = await convertEach(element, isList ? values : values.slice(0, 1), registry);
  const rejected = all.flatMap(({ message }, at) => message === undefined ? [] : [{ value: values[at]!, message }]);
  const args = all.map(({ argument }) => argument);
  return { value: isList ? args : args[0], rejected };
}

async function convertEach(
  descriptor: AnyDescriptor,
  texts: readonly string[],
  registry: CollectionRegistry,
): Promise<{ argument?: unknown; message?: string }[]> {
  const target = registry.linkedFrom(descriptor);
  if (target !== undefined) {
    const entities = await entitiesFromUris(texts, target);
    return entities.map((entity) =>
      entity === undefined ? { message: itemUriRequirement(target) } : { argument: entity }
    );
  }
  return texts.map((text) => {
    const read = readParameter(descriptor, text);
    return "value" in read ? { argument: read.value } : { message: read.message };
  });
}

/**
 * Reads the text of a query parameter.
 *
 * @param descriptor what was described
 * @param text what the client sent
 */
export function readParameter(descriptor: AnyDescriptor, text: string): ReadValue {
  return readValue(descriptor, jsonOf(descriptor, text), { path: "" });
}

function isText(descriptor: AnyDescriptor): boolean {
  const element = descriptor.kind === "list" ? descriptor.element : descriptor;
  const inner = element.kind === "nullable" ? element.inner : element;
  return inner.kind === "scalar" && ["String", "ID", "Json"].includes(inner.name);
}

/** Converts the text of a parameter to JSON. */
function jsonOf(descriptor: AnyDescriptor, text: string): unknown {
  const inner = descriptor.kind === "nullable" ? descriptor.inner : descriptor;
  if (inner.kind !== "scalar") return text;
  switch (inner.name) {
    case "Int":
    case "Float":
      // Each digit fits one place only: what is long and no number must be refused in one go.
      return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
    case "Boolean":
      return text === "true" ? true : text === "false" ? false : text;
    default:
      return text;
  }
}
