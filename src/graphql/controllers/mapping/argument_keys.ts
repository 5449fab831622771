import type { FieldNode } from "../../../../deps.ts";
import type { DataFetchingEnvironment, DataLoaderRegistry } from "../../wiring/mod.ts";

/** The cached keys of one request's arguments. */
interface RequestArguments {
  /** Keys by field node: within a request, a field node has the same arguments for each of its parents. */
  readonly byNode: Map<FieldNode, string>;
  /** Numbers of values that are compared by identity. */
  readonly identities: Map<unknown, number>;
}

/** The number of levels of a value that are compared by content; deeper values are compared by identity. */
const maxDepth = 64;

/**
 * Computes keys of a field's arguments, so that the calls that share a batch have equal arguments.
 *
 * Scalars, lists, input objects, dates, URLs and bytes are compared by content. Instances of other classes are
 * compared by identity, because private state of a class can't be compared.
 */
export class ArgumentKeys {
  readonly #requests = new WeakMap<DataLoaderRegistry, RequestArguments>();

  /**
   * Returns a string that is equal for equal arguments of a field within one request, `""` without arguments.
   *
   * @param environment the call of the field
   */
  of(environment: DataFetchingEnvironment): string {
    const args = environment.arguments;
    const names = Object.keys(args);
    if (names.length === 0) return "";
    const { byNode, identities } = this.#of(environment.dataLoaderRegistry);
    const node = environment.info.fieldNodes[0]!; // each field has a node
    let key = byNode.get(node);
    if (key === undefined) {
      key = `(${names.map((name) => `${name}:${keyOf(args[name], identities, maxDepth)}`).join(",")})`;
      byNode.set(node, key);
    }
    return key;
  }

  #of(registry: DataLoaderRegistry): RequestArguments {
    let known = this.#requests.get(registry);
    if (known === undefined) this.#requests.set(registry, known = { byNode: new Map(), identities: new Map() });
    return known;
  }
}

function keyOf(value: unknown, identities: Map<unknown, number>, depth: number): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "bigint":
      return `${value}n`;
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "boolean":
    case "undefined":
      return String(value);
  }
  if (value === null) return "null";
  return contentOf(value as object, (part) => keyOf(part, identities, depth - 1), depth) ??
    identityOf(value, identities);
}

/** The content of a value without private state. */
function contentOf(value: object, keyOfPart: (part: unknown) => string, depth: number): string | undefined {
  if (depth === 0) return undefined;
  switch (Object.getPrototypeOf(value)) {
    case Array.prototype:
      return `[${Array.from(value as unknown[], keyOfPart).join(",")}]`;
    case null:
    case Object.prototype:
      if (Object.getOwnPropertySymbols(value).length > 0) return undefined;
      return `{${Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${keyOfPart(part)}`).join(",")}}`;
    case Date.prototype:
      return `Date<${(value as Date).getTime()}>`;
    case URL.prototype:
      return `URL<${JSON.stringify((value as URL).href)}>`;
    case Uint8Array.prototype:
      return `Bytes<${(value as Uint8Array).join(",")}>`;
  }
  return undefined;
}

function identityOf(value: unknown, identities: Map<unknown, number>): string {
  let identity = identities.get(value);
  if (identity === undefined) identities.set(value, identity = identities.size + 1);
  return `#${identity}`;
}
