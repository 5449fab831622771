import {
  type GraphQLField,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLOutputType,
  type GraphQLSchema,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  valueFromASTUntyped,
} from "../../../deps.ts";
import { declareWhereUsed } from "./declare_where_used.ts";
import type { TypeDefinitionRegistry } from "./type_definition_registry.ts";

const name = "semanticNonNull";

/** As https://specs.apollo.dev/nullability/v0.4 declares it. */
const declaration = `directive @${name}(levels: [Int!]! = [0]) on FIELD_DEFINITION`;

const levelsOf: unique symbol = Symbol.for("espalier.semanticNonNull");

/**
 * Declares `@semanticNonNull` where the schema uses it, unless it declares it itself.
 *
 * @param registry the schema's definitions
 */
export function addSemanticNonNullDirective(registry: TypeDefinitionRegistry): void {
  declareWhereUsed(registry, name, declaration);
}

/**
 * Reads the levels of a field that are `null` only if the response has an error for them: 0 is the field itself, 1 its
 * items, 2 the items of these.
 *
 * @param field a field of a schema that was built from definitions
 * @throws TypeError when there is no such level, or it is non-null already
 */
export function semanticNonNullLevels({ name: fieldName, type, astNode }: FieldDefinition): readonly number[] {
  const applied = astNode?.directives?.find((directive) => directive.name.value === name);
  if (applied === undefined) return [];
  const given = applied.arguments?.find((argument) => argument.name.value === "levels");
  const levels = given === undefined ? [0] : [valueFromASTUntyped(given.value)].flat() as number[];
  for (const level of levels) {
    const position = level < 0 ? undefined : positionAt(type, level);
    if (position !== undefined && !isNonNullType(position)) continue;
    const reason = position === undefined ? `its type has no level ${level}` : `level ${level} is non-null already`;
    throw new TypeError(`Cannot apply @${name} to field "${fieldName}: ${type}" as ${reason}`);
  }
  return levels;
}

/** The parts of a field that determine where it is semantically non-null. */
export type FieldDefinition = Pick<GraphQLField<unknown, unknown>, "name" | "type" | "astNode">;

/**
 * Returns the type that the field's code has to return: non-null wherever the field is semantically non-null.
 *
 * @param field a field of a schema
 *
 * @example
 * ```ts
 * import { buildSchema } from "graphql";
 * import { semanticTypeOf } from "./semantic_non_null.ts";
 *
 * const schema = buildSchema(`
 *   directive @semanticNonNull(levels: [Int!]! = [0]) on FIELD_DEFINITION
 *   type Query { words: [String] @semanticNonNull(levels: [0, 1]) }
 * `);
 * console.log(String(semanticTypeOf(schema.getQueryType()!.getFields().words!))); // "[String!]!"
 * ```
 */
export function semanticTypeOf(field: FieldDefinition): GraphQLOutputType {
  const levels = semanticNonNullLevels(field);
  return levels.length === 0 ? field.type : withNonNull(field.type, levels);
}

/**
 * Stores the semantically non-null levels of each field in its extensions, for the engines.
 *
 * @param schema a schema built by this library, whose fields may be changed in place
 * @throws TypeError, with the field's coordinates, when `@semanticNonNull` names a level that does not exist
 */
export function markSemanticNonNull(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || !isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const levels = semanticNonNullLevels({ ...field, name: `${type.name}.${field.name}` });
      if (levels.length > 0) field.extensions = { ...field.extensions, [levelsOf]: levels };
    }
  }
}

/**
 * Whether a level of a field is semantically non-null.
 *
 * @param field a field of a schema that is executed
 * @param level 0 for the field itself, 1 for its items
 */
export function isSemanticallyNonNull(
  { extensions }: { readonly extensions?: Readonly<Record<string | symbol, unknown>> | null | undefined },
  level: number,
): boolean {
  return (extensions?.[levelsOf] as readonly number[] | undefined)?.includes(level) ?? false;
}

function positionAt(type: GraphQLOutputType, level: number): GraphQLOutputType | undefined {
  if (level === 0) return type;
  const nullable: GraphQLOutputType = isNonNullType(type) ? type.ofType : type;
  return isListType(nullable) ? positionAt(nullable.ofType, level - 1) : undefined;
}

function withNonNull(type: GraphQLOutputType, levels: readonly number[]): GraphQLOutputType {
  const nullable: GraphQLOutputType = isNonNullType(type) ? type.ofType : type;
  const below = levels.map((level) => level - 1);
  const inner = isListType(nullable) ? new GraphQLList(withNonNull(nullable.ofType, below)) : nullable;
  return isNonNullType(type) || levels.includes(0) ? new GraphQLNonNull(inner) : inner;
}
