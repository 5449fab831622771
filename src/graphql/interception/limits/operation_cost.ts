import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from "../../../../deps.ts";
import type { EspalierProperties } from "../../../kernel/mod.ts";

/** What the cost limit assumes and which arguments it reads. */
export type CostRules = Pick<EspalierProperties["graphql"], "assumedListSize" | "listSizeArguments">;

/** The raw variables of a request. */
export type Variables = Readonly<Record<string, unknown>>;

/** A number that is known, or that depends on the variables. */
type Amount = number | ((variables: Variables) => number);

/** An operation, with the document that holds its fragments. */
export interface PricedOperation {
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
}

/** What an operation may cost, prepared so that a request only fills in its variables. */
export interface OperationCost {
  /** Fields, multiplied by the sizes of the lists around them. */
  cost(variables: Variables): number;
  /** The largest value of an argument that sizes a list; 0 when there is none. */
  largestPageSize(variables: Variables): number;
}

/**
 * Prepares the cost of an operation. A list is taken to be as long as an argument such as `first` says, else as the
 * longest list that it gets as argument, else as the rules assume.
 *
 * @param schema against which the document is valid
 * @param operation the operation and its document
 * @param rules what is assumed, and which arguments size a list
 */
export function operationCost(
  schema: GraphQLSchema,
  operation: PricedOperation,
  rules: CostRules,
): OperationCost {
  const plan = new CostPlan(schema, operation.document, rules);
  const defaults = new Map(
    (operation.node.variableDefinitions ?? []).map((node) => [node.variable.name.value, node.defaultValue]),
  );
  const root = schema.getRootType(operation.node.operation);
  const total = root == null ? 0 : plan.selections(operation.node.selectionSet, root);
  const largest = plan.pageSizes.length === 0 ? 0 : plan.pageSizes.reduce(maximum);
  const amountOf = (amount: Amount) => (variables: Variables) =>
    typeof amount === "number" ? amount : amount(completed(variables, defaults));
  return { cost: amountOf(total), largestPageSize: amountOf(largest) };
}

class CostPlan {
  readonly pageSizes: Amount[] = [];
  readonly #schema: GraphQLSchema;
  readonly #rules: CostRules;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #planned = new Map<string, Map<Amount | undefined, Amount>>();

  constructor(schema: GraphQLSchema, document: DocumentNode, rules: CostRules) {
    this.#schema = schema;
    this.#rules = rules;
    const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  selections(set: SelectionSetNode, parent: GraphQLCompositeType, listSize?: Amount): Amount {
    return set.selections.reduce<Amount>((total, node) => {
      if (node.kind === Kind.FIELD) return plus(total, this.#field(node, parent, listSize));
      if (node.kind === Kind.FRAGMENT_SPREAD) return plus(total, this.#fragment(node.name.value, listSize));
      const condition = node.typeCondition && this.#schema.getType(node.typeCondition.name.value);
      const type = isCompositeType(condition) ? condition : parent;
      return plus(total, this.selections(node.selectionSet, type, listSize));
    }, 0);
  }

  #fragment(name: string, listSize: Amount | undefined): Amount {
    const fragment = this.#fragments.get(name);
    const type = fragment && this.#schema.getType(fragment.typeCondition.name.value);
    if (fragment === undefined || !isCompositeType(type)) return 0;
    const planned = this.#planned.get(name) ?? new Map<Amount | undefined, Amount>();
    this.#planned.set(name, planned);
    const known = planned.get(listSize);
    if (known !== undefined) return known;
    const cost = remembered(this.selections(fragment.selectionSet, type, listSize));
    planned.set(listSize, cost);
    return cost;
  }

  #field(node: FieldNode, parent: GraphQLCompositeType, inherited: Amount | undefined): Amount {
    const field = this.#schema.getField(parent, node.name.value);
    if (field == null) return 1;
    const asked = this.#askedSize(node, field);
    const isList = isListType(getNullableType(field.type));
    const size = asked ??
      (isList ? inherited ?? listArgumentSize(node, field) ?? this.#rules.assumedListSize : undefined);
    const type = getNamedType(field.type);
    if (node.selectionSet === undefined || !isCompositeType(type)) return 1;
    // An argument such as `first` on a field that is no list sizes the lists inside it: a connection's edges.
    const below = this.selections(node.selectionSet, type, isList ? undefined : asked);
    return plus(1, isList && size !== undefined ? times(size, below) : below);
  }

  #askedSize(node: FieldNode, field: GraphQLField<unknown, unknown>): Amount | undefined {
    let size: Amount | undefined;
    for (const name of this.#rules.listSizeArguments) {
      const definition = field.args.find((argument) => argument.name === name);
      if (definition === undefined) continue;
      const given = node.arguments?.find((argument) => argument.name.value === name);
      const amount = given === undefined ? asSize(defaultOf(definition)) : sizeOf(given.value);
      if (amount === undefined) continue;
      this.pageSizes.push(amount);
      size = size === undefined ? amount : maximum(size, amount);
    }
    return size;
  }
}

function defaultOf(argument: GraphQLField<unknown, unknown>["args"][number]): unknown {
  const literal = argument.default?.literal;
  return literal?.kind === Kind.INT ? Number(literal.value) : argument.default?.value ?? argument.defaultValue;
}

function sizeOf(value: ValueNode): Amount | undefined {
  if (value.kind === Kind.INT) return asSize(Number(value.value));
  if (value.kind !== Kind.VARIABLE) return undefined;
  const name = value.name.value;
  return (variables) => asSize(variables[name]) ?? 0;
}

function asSize(value: unknown): number | undefined {
  return typeof value === "number" ? Math.max(0, value) : undefined;
}

function listArgumentSize(node: FieldNode, field: GraphQLField<unknown, unknown>): Amount | undefined {
  const lists = field.args.filter(({ type }) => isListType(getNullableType(type))).map(({ name }) => name);
  const lengths = (node.arguments ?? []).filter(({ name }) => lists.includes(name.value)).map(({ value }) =>
    lengthOf(value)
  );
  return lengths.length === 0 ? undefined : lengths.reduce(maximum);
}

function lengthOf(value: ValueNode): Amount {
  if (value.kind === Kind.LIST) return value.values.length;
  if (value.kind !== Kind.VARIABLE) return 1;
  const name = value.name.value;
  return (variables) => Array.isArray(variables[name]) ? variables[name].length : 1;
}

function completed(variables: Variables, defaults: ReadonlyMap<string, ValueNode | undefined>): Variables {
  const missing = [...defaults].flatMap(([name, value]) => {
    const size = value === undefined || Object.hasOwn(variables, name) ? undefined : sizingValue(value);
    return size === undefined ? [] : [[name, size] as const];
  });
  return missing.length === 0 ? variables : { ...variables, ...Object.fromEntries(missing) };
}

// Of a list only the length counts.
function sizingValue(value: ValueNode): unknown {
  if (value.kind === Kind.INT) return Number(value.value);
  return value.kind === Kind.LIST ? value.values : undefined;
}

function valueOf(amount: Amount, variables: Variables): number {
  return typeof amount === "number" ? amount : amount(variables);
}

// Fragments within fragments may double at every level: each is worked out once per request.
function remembered(amount: Amount): Amount {
  if (typeof amount === "number") return amount;
  const known = new WeakMap<Variables, number>();
  return (variables) => {
    const value = known.get(variables) ?? amount(variables);
    known.set(variables, value);
    return value;
  };
}

function combined(a: Amount, b: Amount, apply: (a: number, b: number) => number): Amount {
  if (typeof a === "number" && typeof b === "number") return apply(a, b);
  return (variables) => apply(valueOf(a, variables), valueOf(b, variables));
}

function plus(a: Amount, b: Amount): Amount {
  return a === 0 ? b : b === 0 ? a : combined(a, b, (x, y) => x + y);
}

function times(a: Amount, b: Amount): Amount {
  return combined(a, b, (x, y) => x * y);
}

function maximum(a: Amount, b: Amount): Amount {
  return combined(a, b, Math.max);
}
