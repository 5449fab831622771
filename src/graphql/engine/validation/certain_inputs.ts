import {
  type ArgumentNode,
  type GraphQLArgument,
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLSchema,
  GraphQLString,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isTypeSubTypeOf,
  Kind,
  type ObjectValueNode,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  type VariableNode,
} from "../../../../deps.ts";

/** The kinds of literals that a built-in scalar certainly accepts. */
const literalKinds: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([
  [GraphQLInt, [Kind.INT]],
  [GraphQLFloat, [Kind.INT, Kind.FLOAT]],
  [GraphQLString, [Kind.STRING]],
  [GraphQLBoolean, [Kind.BOOLEAN]],
  [GraphQLID, [Kind.STRING, Kind.INT]],
]);

interface Variable {
  readonly type: GraphQLInputType;
  readonly hasDefault: boolean;
  isUsed: boolean;
}

/** An input position: its type, and whether the schema has a default for it. */
interface Place {
  readonly type: GraphQLInputType;
  readonly hasDefault: boolean;
}

/** Checks the values and variables of one operation: `true` means "valid", `false` means "not decided". */
export class CertainInputs {
  readonly #schema: GraphQLSchema;
  readonly #variables: Map<string, Variable> = new Map();

  /** @param schema the schema */
  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Whether every variable is used; an unused variable makes a document invalid. */
  get areAllUsed(): boolean {
    for (const variable of this.#variables.values()) if (!variable.isUsed) return false;
    return true;
  }

  /** Checks and stores the operation's variables. */
  define(definitions: readonly VariableDefinitionNode[]): boolean {
    return definitions.every((definition) => this.#define(definition));
  }

  #define({ variable, type: typeNode, defaultValue, directives }: VariableDefinitionNode): boolean {
    const name = variable.name.value;
    if (this.#variables.has(name) || (directives?.length ?? 0) > 0) return false;
    const type = typeFromAST(this.#schema, typeNode);
    if (!isInputType(type)) return false;
    if (defaultValue !== undefined && (defaultValue.kind === Kind.NULL || !this.#literal(defaultValue, type, true))) {
      return false;
    }
    this.#variables.set(name, { type, hasDefault: defaultValue !== undefined, isUsed: false });
    return true;
  }

  /** Whether the arguments match the definitions. */
  arguments(nodes: readonly ArgumentNode[], definitions: readonly GraphQLArgument[]): boolean {
    const given = new Set<string>();
    for (const { name: { value: name }, value } of nodes) {
      const definition = definitions.find((candidate) => candidate.name === name);
      if (definition === undefined || given.has(name)) return false;
      given.add(name);
      if (!this.#value(value, { type: definition.type, hasDefault: hasDefault(definition) }, false)) return false;
    }
    return definitions.every((definition) => !isRequiredArgument(definition) || given.has(definition.name));
  }

  #value(node: ValueNode, place: Place, isConstant: boolean): boolean {
    if (node.kind !== Kind.VARIABLE) return this.#literal(node, place.type, isConstant);
    return !isConstant && this.#variable(node, place);
  }

  #variable(node: VariableNode, { type, hasDefault }: Place): boolean {
    const variable = this.#variables.get(node.name.value);
    if (variable === undefined) return false;
    variable.isUsed = true;
    if (!isNonNullType(type) || isNonNullType(variable.type)) return isTypeSubTypeOf(this.#schema, variable.type, type);
    return (variable.hasDefault || hasDefault) && isTypeSubTypeOf(this.#schema, variable.type, type.ofType);
  }

  #literal(node: ValueNode, given: GraphQLInputType, isConstant: boolean): boolean {
    if (node.kind === Kind.NULL) return !isNonNullType(given);
    const type = isNonNullType(given) ? given.ofType : given;
    if (isListType(type)) {
      const nodes = node.kind === Kind.LIST ? node.values : [node];
      const place = { type: type.ofType, hasDefault: false };
      return nodes.every((item) => this.#value(item, place, isConstant));
    }
    if (isInputObjectType(type)) return node.kind === Kind.OBJECT && this.#object(node, type, isConstant);
    if (isEnumType(type)) return node.kind === Kind.ENUM && type.getValue(node.value) !== undefined;
    if (!literalKinds.get(type)?.includes(node.kind)) return false;
    return type === GraphQLInt || type === GraphQLFloat ? isSafeNumber(node, type === GraphQLInt) : true;
  }

  #object(node: ObjectValueNode, type: GraphQLInputObjectType, isConstant: boolean): boolean {
    if (type.isOneOf) return false;
    const fields = type.getFields();
    const given = new Set<string>();
    for (const { name: { value: name }, value } of node.fields) {
      if (!Object.hasOwn(fields, name) || given.has(name)) return false;
      given.add(name);
      const field = fields[name]!; // is its own property
      if (!this.#value(value, { type: field.type, hasDefault: hasDefault(field) }, isConstant)) return false;
    }
    return Object.values(fields).every((field) => !isRequiredInputField(field) || given.has(field.name));
  }
}

function hasDefault(definition: { readonly defaultValue?: unknown; readonly default?: unknown }): boolean {
  return definition.defaultValue !== undefined || definition.default !== undefined;
}

function isSafeNumber(node: ValueNode, isInt: boolean): boolean {
  const number = Number((node as { value?: unknown }).value); // a number's literal, as its kind says
  return isInt ? Math.abs(number) < 2 ** 31 : Number.isFinite(number);
}
