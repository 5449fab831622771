import {
  type DefinitionNode,
  type DocumentNode,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  type TypeDefinitionNode,
  type TypeExtensionNode,
} from "../../../deps.ts";

/** The root operation types of a schema definition. */
export type RootOperation = "query" | "mutation" | "subscription";

/** All schema language definitions that were read, before the schema is built. */
export class TypeDefinitionRegistry {
  readonly #definitions: DefinitionNode[] = [];
  readonly #types = new Map<string, TypeDefinitionNode>();

  /**
   * Adds the definitions of a parsed document.
   *
   * Duplicates are kept, so that schema generation reports them with both locations.
   *
   * @param document a document of the schema language
   */
  merge(document: DocumentNode): this {
    for (const definition of document.definitions) this.add(definition);
    return this;
  }

  /** Adds one definition: a type, an extension, a directive or the schema itself. */
  add(definition: DefinitionNode): this {
    this.#definitions.push(definition);
    if (isTypeDefinitionNode(definition) && !this.#types.has(definition.name.value)) {
      this.#types.set(definition.name.value, definition);
    }
    return this;
  }

  /** Removes a definition if it is registered. */
  remove(definition: DefinitionNode): this {
    const index = this.#definitions.indexOf(definition);
    if (index >= 0) this.#definitions.splice(index, 1);
    if (isTypeDefinitionNode(definition) && this.#types.get(definition.name.value) === definition) {
      this.#types.delete(definition.name.value);
    }
    return this;
  }

  /** The definition of a type, or `undefined`; extensions are ignored. */
  getType(name: string): TypeDefinitionNode | undefined {
    return this.#types.get(name);
  }

  /** The definitions of all types, in the order in which they were read. */
  get types(): readonly TypeDefinitionNode[] {
    return this.#definitions.filter(isTypeDefinitionNode);
  }

  /** All `extend …` definitions of types, in the order in which they were read. */
  get extensions(): readonly TypeExtensionNode[] {
    return this.#definitions.filter(isTypeExtensionNode);
  }

  /**
   * The name of a root type: the one that `schema { … }` or an extension of it declares, else `Query`, `Mutation` or
   * `Subscription`.
   */
  rootTypeName(operation: RootOperation): string {
    const declared = this.#definitions
      .flatMap((d) =>
        d.kind === Kind.SCHEMA_DEFINITION || d.kind === Kind.SCHEMA_EXTENSION ? d.operationTypes ?? [] : []
      )
      .find((type) => type.operation === operation);
    return declared?.type.name.value ?? operation[0]!.toUpperCase() + operation.slice(1);
  }

  /** Everything as one document. */
  toDocument(): DocumentNode {
    return { kind: Kind.DOCUMENT, definitions: [...this.#definitions] };
  }
}
