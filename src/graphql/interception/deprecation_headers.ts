import {
  type ASTNode,
  type DocumentNode,
  getNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "../../../deps.ts";
import { type GraphQLContext, peekContext } from "../../context/mod.ts";
import { type Deprecation, deprecationsOf } from "../wiring/mod.ts";

/** Response headers by their names. */
type HeaderValues = Readonly<Record<string, string>>;

const key = Symbol("espalier.deprecationHeaders");

/** The maximum number of URLs in `Link` headers of a response. */
const maxLinks = 5;

/**
 * Reports deprecated elements of an operation to its client: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`.
 */
export class DeprecationHeaders {
  #known: { readonly schema: GraphQLSchema; readonly deprecations: ReadonlyMap<string, Deprecation> } | undefined;
  #names: ReadonlySet<string> = new Set();

  /**
   * Computes the headers of an operation, once for each prepared operation.
   *
   * @param schema the schema against which the document is valid
   * @param document the operation's document
   * @param node the operation
   * @returns a function that stores the headers in a request's context; `undefined` if nothing is deprecated
   */
  plan(
    schema: GraphQLSchema,
    document: DocumentNode,
    node: OperationDefinitionNode,
  ): ((context: GraphQLContext) => void) | undefined {
    const deprecations = this.#deprecationsOf(schema);
    if (deprecations.size === 0 || !mentions(document, this.#names)) return undefined;
    const used = usedCoordinates(schema, reachableFrom(node, document)).flatMap((each) => deprecations.get(each) ?? []);
    if (used.length === 0) return undefined;
    const headers = headersOf(used);
    return (context) => void context.put(key, headers);
  }

  #deprecationsOf(schema: GraphQLSchema): ReadonlyMap<string, Deprecation> {
    if (this.#known?.schema !== schema) {
      this.#known = { schema, deprecations: deprecationsOf(schema) };
      this.#names = new Set([...this.#known.deprecations.keys()].flatMap((each) => each.split(/[.(:)]+/)));
    }
    return this.#known.deprecations;
  }
}

/**
 * Returns the headers that were stored for a request.
 *
 * @param context the context of the request
 * @returns `undefined` if its operation uses no deprecated element
 */
export function deprecationHeadersOf(context: GraphQLContext): HeaderValues | undefined {
  return peekContext(context, key) as HeaderValues | undefined;
}

/** Whether any of the names occurs in a document: a cheap check, since most operations use no deprecated element. */
function mentions(document: DocumentNode, names: ReadonlySet<string>): boolean {
  let isMentioned = false;
  const look = (name: string) => {
    if (names.has(name)) isMentioned = true;
  };
  visit(document, {
    enter: (node) => {
      if (node.kind === Kind.FIELD || node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) {
        look(node.name.value);
      } else if (node.kind === Kind.ENUM) look(node.value);
    },
  });
  return isMentioned;
}

/** The operation and the fragments that it spreads, directly or through others. */
function reachableFrom(node: OperationDefinitionNode, document: DocumentNode): readonly ASTNode[] {
  const found = new Map<string, ASTNode>();
  const collect = (definition: ASTNode): void => {
    visit(definition, {
      FragmentSpread: ({ name: { value } }) => {
        if (found.has(value)) return;
        const fragment = document.definitions.find((each) =>
          each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === value
        );
        if (fragment === undefined) return;
        found.set(value, fragment);
        collect(fragment);
      },
    });
  };
  collect(node);
  return [node, ...found.values()];
}

function usedCoordinates(schema: GraphQLSchema, definitions: readonly ASTNode[]): string[] {
  const used = new Set<string>();
  for (const definition of definitions) {
    const info = new TypeInfo(schema);
    const visitor = {
      enter(node: ASTNode) {
        const coordinates = coordinatesAt(node, info);
        if (coordinates !== undefined) used.add(coordinates);
      },
    };
    visit(definition, visitWithTypeInfo(info, visitor));
  }
  return [...used];
}

function coordinatesAt(node: ASTNode, info: TypeInfo): string | undefined {
  if (node.kind === Kind.FIELD) return `${info.getParentType()?.name}.${node.name.value}`;
  if (node.kind === Kind.ARGUMENT) {
    return `${info.getParentType()?.name}.${info.getFieldDef()?.name}(${node.name.value}:)`;
  }
  if (node.kind === Kind.OBJECT_FIELD) return `${getNamedType(info.getParentInputType())?.name}.${node.name.value}`;
  return node.kind === Kind.ENUM ? `${getNamedType(info.getInputType())?.name}.${node.value}` : undefined;
}

function headersOf(used: readonly Deprecation[]): HeaderValues {
  const sunsets = used.flatMap(({ sunset }) => sunset ?? []);
  const links = [...new Set(used.flatMap(({ link }) => link ?? []))].slice(0, maxLinks);
  return {
    // The header requires a date: an element without one is deprecated since the epoch.
    deprecation: `@${Math.floor(Math.min(...used.map(({ since = 0 }) => since)) / 1_000)}`,
    ...(sunsets.length === 0 ? {} : { sunset: new Date(Math.min(...sunsets)).toUTCString() }),
    ...(links.length === 0 ? {} : { link: links.map((link) => `<${link}>; rel="deprecation"`).join(", ") }),
  };
}
