import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
} from "../../../deps.ts";
import { CodeRegistry } from "./code_registry.ts";
import type { SchemaElementConfigs, SchemaElementKind, SchemaElementPlace, SchemaElements } from "./schema_element.ts";
import { rewriteSchema } from "./schema_rewriting.ts";
import type { GraphQLTypeVisitor, TraversalControl, TypeVisit, TypeVisitContext } from "./type_visitor.ts";

const visits: Readonly<Record<SchemaElementKind, keyof GraphQLTypeVisitor>> = {
  object: "visitObject",
  field: "visitField",
  argument: "visitArgument",
  interface: "visitInterface",
  union: "visitUnion",
  enum: "visitEnum",
  enumValue: "visitEnumValue",
  scalar: "visitScalar",
  inputObject: "visitInputObject",
  inputField: "visitInputField",
};

/** An element with its members. */
interface Visited {
  readonly kind: SchemaElementKind;
  readonly coordinates: string;
  readonly element: SchemaElements[SchemaElementKind];
  readonly parentType: GraphQLNamedType;
  readonly below: () => readonly Visited[];
}

/** The changes of a visitor, by the element's coordinates: a configuration, or `null` to remove the element. */
type Changes = Map<string, SchemaElementConfigs[SchemaElementKind] | null>;

/**
 * Lets visitors traverse a schema once each. They may change its code, but not the schema.
 *
 * @param schema a schema built by this library
 * @param visitors in order; a later one sees the code after the changes of earlier ones
 */
export function traverseSchema(schema: GraphQLSchema, visitors: readonly GraphQLTypeVisitor[]): void {
  for (const visitor of visitors) visitAll(schema, visitor, undefined);
}

/**
 * Lets visitors change a schema, one after another.
 *
 * @param schema any schema
 * @param visitors in order; a later one sees the schema after the changes of earlier ones
 * @returns the changed copy
 */
export function transformSchema(schema: GraphQLSchema, visitors: readonly GraphQLTypeVisitor[]): GraphQLSchema {
  return visitors.reduce((current, visitor) => {
    const changes: Changes = new Map();
    visitAll(current, visitor, changes);
    if (changes.size === 0) return current;
    return rewriteSchema(current, (place) => changes.has(place.coordinates) ? changed(place, changes) : undefined);
  }, schema);
}

/** Merges the changes of a type and of its members: member changes are kept unless the visitor replaced the members. */
function changed(place: SchemaElementPlace, changes: Changes) {
  const wanted = changes.get(place.coordinates)!;
  if (wanted === null) return null;
  for (const members of ["fields", "values", "args"] as const) {
    if (!(members in wanted) || !(members in place.config)) continue;
    const present = (place.config as unknown as Record<string, Record<string, unknown>>)[members]!;
    const asked = (wanted as unknown as Record<string, Record<string, unknown>>)[members];
    if (typeof asked !== "object") continue;
    const merged = Object.entries(asked).flatMap(([name, config]) => {
      const coordinates = members === "args" ? `${place.coordinates}(${name}:)` : `${place.coordinates}.${name}`;
      if (changes.get(coordinates) === null) return [];
      return [[name, hasChangeWithin(coordinates, changes) ? present[name] ?? config : config]];
    });
    return { ...wanted, [members]: Object.fromEntries(merged) };
  }
  return wanted;
}

function hasChangeWithin(coordinates: string, changes: Changes): boolean {
  return [...changes.keys()].some((key) => key === coordinates || key.startsWith(`${coordinates}(`));
}

function visitAll(schema: GraphQLSchema, visitor: GraphQLTypeVisitor, changes: Changes | undefined): void {
  const codeRegistry = new CodeRegistry(schema);
  const visit = (visited: Visited): TraversalControl => {
    const method = visitor[visits[visited.kind]] as TypeVisit<SchemaElementKind> | undefined;
    const control = method?.call(visitor, visited.element, contextOf(visited, { schema, codeRegistry, changes }));
    if (control === "QUIT") return "QUIT";
    if (control === "ABORT") return "CONTINUE";
    return visited.below().some((inner) => visit(inner) === "QUIT") ? "QUIT" : "CONTINUE";
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    if (visit(visitedType(type)) === "QUIT") return;
  }
}

function contextOf(
  { coordinates, parentType }: Visited,
  { schema, codeRegistry, changes }: {
    readonly schema: GraphQLSchema;
    readonly codeRegistry: CodeRegistry;
    readonly changes: Changes | undefined;
  },
): TypeVisitContext<SchemaElementKind> {
  const record = (config: SchemaElementConfigs[SchemaElementKind] | null) => {
    if (changes) changes.set(coordinates, config);
    else {
      throw new TypeError(
        `Cannot change "${coordinates}" as a traversing type visitor must change the code registry only: ` +
          "register the visitor with typeVisitorsToTransformSchema",
      );
    }
  };
  return {
    coordinates,
    parentType,
    schema,
    codeRegistry,
    isSubscriptionType: (type) => schema.getSubscriptionType()?.name === type.name,
    changeNode: record,
    deleteNode: () => record(null),
  };
}

function visitedType(type: GraphQLNamedType): Visited {
  const visited = { coordinates: type.name, element: type, parentType: type };
  if (isObjectType(type)) return { ...visited, kind: "object", below: () => fieldsOf(type) };
  if (isInterfaceType(type)) return { ...visited, kind: "interface", below: () => fieldsOf(type) };
  if (isInputObjectType(type)) {
    return {
      ...visited,
      kind: "inputObject",
      below: () => members(Object.values(type.getFields()), "inputField", type),
    };
  }
  if (isEnumType(type)) return { ...visited, kind: "enum", below: () => members(type.getValues(), "enumValue", type) };
  return { ...visited, kind: isUnionType(type) ? "union" : "scalar", below: () => [] };
}

function fieldsOf(parentType: SchemaElements["object" | "interface"]): readonly Visited[] {
  return Object.values(parentType.getFields()).map((field) => {
    const coordinates = `${parentType.name}.${field.name}`;
    const below = () =>
      field.args.map((element): Visited => ({
        kind: "argument",
        coordinates: `${coordinates}(${element.name}:)`,
        element,
        parentType,
        below: () => [],
      }));
    return { kind: "field", coordinates, element: field, parentType, below };
  });
}

function members(
  elements: readonly SchemaElements["inputField" | "enumValue"][],
  kind: "inputField" | "enumValue",
  parentType: GraphQLNamedType,
): readonly Visited[] {
  return elements.map((element) => ({
    kind,
    coordinates: `${parentType.name}.${element.name}`,
    element,
    parentType,
    below: () => [],
  }));
}
