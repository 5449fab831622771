import {
  type DefinitionNode,
  type FieldDefinitionNode,
  Kind,
  type NamedTypeNode,
  type NameNode,
  parse,
  type TypeNode,
  visit,
} from "../../../deps.ts";
import type { TypeDefinitionRegistry } from "../wiring/mod.ts";

const suffix = "Connection";

/** The options of generated connection types. */
export interface ConnectionTypeOptions {
  /** Whether `edges` may be null, as in older servers; by default it may not. */
  readonly edgesNullable?: boolean;
}

/**
 * Adds the types of connections: a field of type `BookConnection` that is not declared adds `BookConnection`,
 * `BookEdge` and `PageInfo`. Declared types are not changed.
 */
export class ConnectionTypeDefinitionConfigurer {
  readonly #options: ConnectionTypeOptions;

  /**
   * Creates the configurer.
   *
   * @param options the options of the generated types
   */
  constructor(options: ConnectionTypeOptions = {}) {
    this.#options = options;
  }

  /**
   * Adds the connection types that fields refer to.
   *
   * @param registry all definitions that were read; gains the connection types
   */
  configure(registry: TypeDefinitionRegistry): void {
    const elements = new Map(fieldsIn(registry).flatMap((field) => elementOf(registry, field)));
    if (elements.size === 0) return;
    addMissing(
      registry,
      "type PageInfo { hasPreviousPage: Boolean! hasNextPage: Boolean! startCursor: String endCursor: String }",
    );
    const edges = (name: string) => `[${name}Edge]${this.#options.edgesNullable ? "" : "!"}`;
    for (const [name, place] of elements) {
      addMissing(registry, `type ${name}Connection { edges: ${edges(name)} pageInfo: PageInfo! }`);
      addMissing(registry, `type ${name}Edge { node: ${name}! cursor: String! }`, { name, loc: place.name.loc });
    }
  }
}

function fieldsIn({ types, extensions }: TypeDefinitionRegistry): FieldDefinitionNode[] {
  return [...types, ...extensions].flatMap((definition) => {
    const isRead = definition.kind === Kind.OBJECT_TYPE_DEFINITION ||
      definition.kind === Kind.INTERFACE_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION;
    return isRead ? definition.fields ?? [] : [];
  });
}

function elementOf(registry: TypeDefinitionRegistry, { type }: FieldDefinitionNode): [string, NamedTypeNode][] {
  const bare: TypeNode = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  if (bare.kind !== Kind.NAMED_TYPE) return [];
  const name = bare.name.value;
  const isMissing = name.endsWith(suffix) && name !== suffix && registry.getType(name) === undefined;
  return isMissing ? [[name.slice(0, -suffix.length), bare]] : [];
}

/**
 * The element's name stands where a field names the connection: an element that does not exist is told with the place.
 */
function addMissing(registry: TypeDefinitionRegistry, text: string, element?: Element): void {
  const [definition] = parse(text, { noLocation: true }).definitions as [DefinitionNode & { name: { value: string } }];
  if (registry.getType(definition.name.value) !== undefined) return;
  registry.add(visit(definition, {
    [Kind.NAMED_TYPE]: (node) =>
      node.name.value === element?.name ? { ...node, name: { ...node.name, loc: element.loc } } : undefined,
  }));
}

/** The element of a connection, and where the connection is named. */
interface Element {
  readonly name: string;
  readonly loc: NameNode["loc"];
}
