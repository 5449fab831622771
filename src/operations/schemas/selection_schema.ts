import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "../../../deps.ts";
import { type JsonSchema, nullable } from "./json_schema.ts";
import { described, type TypeSchemas } from "./type_schemas.ts";

/** A selected field of an object type, with all its occurrences under one response key. */
interface SelectedField {
  readonly name: string;
  /** Whether at least one occurrence is unconditional. */
  isCertain: boolean;
  readonly selections: SelectionSetNode[];
}

/** Creates the schema of the data of an operation. */
export class SelectionSchema {
  readonly #schema: GraphQLSchema;
  readonly #types: TypeSchemas;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  /**
   * @param schema for which the document is valid
   * @param document of the operation
   * @param types creates the schemas of leaves
   */
  constructor(schema: GraphQLSchema, document: DocumentNode, types: TypeSchemas) {
    this.#schema = schema;
    this.#types = types;
    const definitions = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(definitions.map((each) => [each.name.value, each]));
  }

  /**
   * Creates the schema of an object.
   *
   * @param type of the object
   * @param selections the selection sets on it
   */
  object(type: GraphQLObjectType, selections: readonly SelectionSetNode[]): JsonSchema {
    const fields = new Map<string, SelectedField>();
    for (const { selections: nodes } of selections) this.#collect(type, nodes, { fields, isCertain: true });
    const required = [...fields].filter(([, { isCertain }]) => isCertain).map(([key]) => key);
    return {
      type: "object",
      properties: Object.fromEntries([...fields].map(([key, field]) => [key, this.#field(type, field)])),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    };
  }

  #collect(
    type: GraphQLObjectType,
    nodes: readonly SelectionNode[],
    into: { readonly fields: Map<string, SelectedField>; readonly isCertain: boolean },
  ): void {
    for (const node of nodes) {
      const condition = conditionOf(node.directives ?? []);
      if (condition === "never") continue;
      const isCertain = into.isCertain && condition === "always";
      if (node.kind === Kind.FIELD) {
        addField(node, { fields: into.fields, isCertain });
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value)! : node;
      const on = fragment.typeCondition?.name.value;
      if (on !== undefined && !this.#isOf(type, on)) continue;
      this.#collect(type, fragment.selectionSet.selections, { fields: into.fields, isCertain });
    }
  }

  #isOf(type: GraphQLObjectType, name: string): boolean {
    if (type.name === name) return true;
    const other = this.#schema.getType(name);
    return isCompositeType(other) && !isObjectType(other) && this.#schema.isSubType(other, type);
  }

  #field(type: GraphQLObjectType, { name, selections }: SelectedField): JsonSchema {
    if (name === "__typename") return { type: "string", const: type.name };
    const field: GraphQLField<unknown, unknown> | undefined = type.getFields()[name];
    // An introspection field, which has no definition in the type.
    if (field === undefined) return { description: "Introspection" };
    return { ...this.#output(field.type, selections), ...described(field) };
  }

  #output(type: GraphQLOutputType, selections: readonly SelectionSetNode[]): JsonSchema {
    if (isNonNullType(type)) return this.#value(type.ofType as GraphQLOutputType, selections);
    return nullable(this.#value(type, selections));
  }

  #value(type: GraphQLOutputType, selections: readonly SelectionSetNode[]): JsonSchema {
    if (isListType(type)) return { type: "array", items: this.#output(type.ofType as GraphQLOutputType, selections) };
    const named = getNamedType(type);
    if (!isCompositeType(named)) return this.#types.leaf(named);
    if (isObjectType(named)) return this.object(named, selections);
    const variants = this.#schema.getPossibleTypes(named).map((possible) => this.object(possible, selections));
    const texts = new Set(variants.map((variant) => JSON.stringify(variant)));
    const different = [...texts].map((text) => JSON.parse(text) as JsonSchema);
    return different.length === 1 ? different[0]! : { anyOf: different };
  }
}

function addField(
  { name, alias, selectionSet }: FieldNode,
  { fields, isCertain }: { readonly fields: Map<string, SelectedField>; readonly isCertain: boolean },
): void {
  const key = alias?.value ?? name.value;
  let field = fields.get(key);
  if (field === undefined) fields.set(key, field = { name: name.value, isCertain, selections: [] });
  field.isCertain ||= isCertain;
  if (selectionSet !== undefined) field.selections.push(selectionSet);
}

/** Whether `@skip` and `@include` leave a selection in the response always, sometimes or never. */
function conditionOf(directives: readonly DirectiveNode[]): "always" | "sometimes" | "never" {
  let condition: "always" | "sometimes" = "always";
  for (const { name, arguments: given = [] } of directives) {
    if (name.value !== "skip" && name.value !== "include") continue;
    const value = given.find((each) => each.name.value === "if")?.value;
    if (value?.kind !== Kind.BOOLEAN) condition = "sometimes";
    else if (value.value === (name.value === "skip")) return "never";
  }
  return condition;
}
