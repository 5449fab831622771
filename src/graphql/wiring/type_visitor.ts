import type { GraphQLNamedType, GraphQLSchema } from "../../../deps.ts";
import type { CodeRegistry } from "./code_registry.ts";
import type { SchemaElementConfigs, SchemaElementKind, SchemaElements } from "./schema_element.ts";

/**
 * Controls a traversal: `"ABORT"` skips the members of the element, `"QUIT"` ends the traversal of this visitor; any
 * other value continues.
 */
export type TraversalControl = "CONTINUE" | "ABORT" | "QUIT" | void;

/** The context of a visited element. */
export interface TypeVisitContext<K extends SchemaElementKind = SchemaElementKind> {
  /** For example `Book`, `Book.title`, `Query.books(first:)`. */
  readonly coordinates: string;
  /** The schema that is being visited. */
  readonly schema: GraphQLSchema;
  /** The data fetchers and type resolvers, which may be changed. */
  readonly codeRegistry: CodeRegistry;
  /** The type to which a field, an input field or an enum value belongs; the type itself for a type. */
  readonly parentType: GraphQLNamedType;
  /** Whether a type is the root type of subscriptions. */
  isSubscriptionType(type: GraphQLNamedType): boolean;
  /**
   * Replaces the element.
   *
   * @param config the element's new configuration, derived from `element.toConfig()`
   * @throws TypeError when the schema is traversed, not transformed
   */
  changeNode(config: SchemaElementConfigs[K]): void;
  /**
   * Removes the element.
   *
   * @throws TypeError when the schema is traversed, not transformed
   */
  deleteNode(): void;
}

/** A visit of one kind of element. */
export type TypeVisit<K extends SchemaElementKind> = (
  element: SchemaElements[K],
  context: TypeVisitContext<K>,
) => TraversalControl;

/** Visits the elements of a finished schema. */
export interface GraphQLTypeVisitor {
  /** Visits each object type. */
  visitObject?: TypeVisit<"object">;
  /** Visits each field of an object type or an interface. */
  visitField?: TypeVisit<"field">;
  /** Visits each argument of a field. */
  visitArgument?: TypeVisit<"argument">;
  /** Visits each interface. */
  visitInterface?: TypeVisit<"interface">;
  /** Visits each union. */
  visitUnion?: TypeVisit<"union">;
  /** Visits each enum type. */
  visitEnum?: TypeVisit<"enum">;
  /** Visits each value of an enum type. */
  visitEnumValue?: TypeVisit<"enumValue">;
  /** Visits each scalar. */
  visitScalar?: TypeVisit<"scalar">;
  /** Visits each input object type. */
  visitInputObject?: TypeVisit<"inputObject">;
  /** Visits each field of an input object type. */
  visitInputField?: TypeVisit<"inputField">;
}
