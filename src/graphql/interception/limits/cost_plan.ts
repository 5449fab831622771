import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "../../../../deps.ts";
import { ArgumentSizeReader, type ArgumentSizes, type InputPosition, merged, noSizes } from "./argument_sizes.ts";
import { type CostForm, noCost, plus } from "./cost_form.ts";
import { type CostRules, fieldCost, type FieldShape, shapeOf } from "./field_cost.ts";
import { type SizeVariable, SizeVariables } from "./size_variables.ts";

/** An operation, with the document that holds its fragments. */
export interface PricedOperation {
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
}

/** The cost of a selection set: a constant, and parts that depend on variables. */
export interface SelectionPlan {
  readonly constant: CostForm;
  readonly fields: readonly VariableField[];
  /** Fragments whose cost depends on variables, one entry per spread. */
  readonly fragments: readonly FragmentPlan[];
}

/** A fragment that is planned once, and evaluated once per request. */
export interface FragmentPlan {
  readonly selections: SelectionPlan;
}

/** A field whose cost depends on variables. */
export interface VariableField {
  readonly shape: FieldShape;
  readonly sizes: FieldSizes;
  readonly below: SelectionPlan;
}

/** The list lengths that the arguments of a field specify. */
export interface FieldSizes {
  readonly constant: ArgumentSizes;
  readonly variables: readonly SizeVariable[];
}

const oneField: CostForm = { ...noCost, fixed: 1 };
const nothing: SelectionPlan = { constant: noCost, fields: [], fragments: [] };

/** Plans the cost of an operation. The time is linear in the length of the document: each fragment is planned once. */
export class CostPlan {
  /** The operation's own selections. */
  readonly root: SelectionPlan;
  readonly variables: SizeVariables;
  readonly #schema: GraphQLSchema;
  readonly #rules: CostRules;
  readonly #reader: ArgumentSizeReader;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #planned = new Map<string, FragmentPlan>();
  readonly #pageSizes = new Set<SizeVariable>();
  #given: ArgumentSizes = noSizes;

  /**
   * @param schema the schema against which the document is valid
   * @param operation the operation and its document
   * @param rules the assumptions, and the names of size arguments
   */
  constructor(schema: GraphQLSchema, { document, node }: PricedOperation, rules: CostRules) {
    this.#schema = schema;
    this.#rules = rules;
    this.#reader = new ArgumentSizeReader(rules.listSizeArguments);
    this.variables = new SizeVariables(schema, node, this.#reader);
    const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
    const root = schema.getRootType(node.operation);
    this.root = root == null ? nothing : this.#selections(node.selectionSet, root);
  }

  /** All page sizes of the operation, of any field. */
  get pageSizes(): FieldSizes {
    return { constant: this.#given, variables: [...this.#pageSizes] };
  }

  #selections(set: SelectionSetNode, parent: GraphQLCompositeType): SelectionPlan {
    const plan = new MutableSelectionPlan();
    this.#addSelections(set, parent, plan);
    return plan;
  }

  #addSelections(set: SelectionSetNode, parent: GraphQLCompositeType, plan: MutableSelectionPlan): void {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) this.#field(node, parent, plan);
      else if (node.kind === Kind.FRAGMENT_SPREAD) plan.addFragment(this.#fragment(node.name.value));
      else this.#addSelections(node.selectionSet, this.#typeOf(node.typeCondition?.name.value) ?? parent, plan);
    }
  }

  #fragment(name: string): FragmentPlan {
    const known = this.#planned.get(name);
    if (known !== undefined) return known;
    // A cyclic spread counts as empty; validation rejects the document.
    this.#planned.set(name, { selections: nothing });
    const fragment = this.#fragments.get(name);
    const type = this.#typeOf(fragment?.typeCondition.name.value);
    const selections = fragment === undefined || type === undefined
      ? nothing
      : this.#selections(fragment.selectionSet, type);
    const planned = { selections };
    this.#planned.set(name, planned);
    return planned;
  }

  #typeOf(name: string | undefined): GraphQLCompositeType | undefined {
    const type = name === undefined ? undefined : this.#schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }

  #field(node: FieldNode, parent: GraphQLCompositeType, plan: MutableSelectionPlan): void {
    const field = this.#schema.getField(parent, node.name.value);
    if (field == null || node.selectionSet === undefined && field.args.length === 0) return plan.addConstant(oneField);
    const isMutation = parent === this.#schema.getMutationType();
    const shape = shapeOf({ node, field, isMutation }, this.#rules, this.#reader);
    const sizes = field.args.length === 0 ? { constant: noSizes, variables: [] } : this.#sizes(node, field);
    if (shape.isLimited) this.#notePageSizes(sizes);
    const type = this.#typeOf(namedTypeOf(field));
    const below = node.selectionSet === undefined || type === undefined
      ? nothing
      : this.#selections(node.selectionSet, type);
    if (sizes.variables.length > 0 || isVariable(below)) plan.fields.push({ shape, sizes, below });
    else plan.addConstant(fieldCost(shape, sizes.constant, below.constant));
  }

  #sizes(node: FieldNode, { args }: GraphQLField<unknown, unknown>): FieldSizes {
    const given = new Map(node.arguments?.map(({ name, value }) => [name.value, value]));
    const variables = new Set<SizeVariable>();
    const use = (name: string, position: InputPosition) => {
      const variable = this.variables.use(name, position);
      if (variable !== undefined) variables.add(variable);
    };
    let constant = noSizes;
    for (const argument of args) {
      const position = this.#reader.positionOf(argument);
      const value = given.get(argument.name);
      constant = merged(constant, value === undefined ? position.absent : this.#reader.ofLiteral(value, position, use));
    }
    return { constant, variables: [...variables] };
  }

  #notePageSizes({ constant, variables }: FieldSizes): void {
    this.#given = merged(this.#given, constant);
    for (const variable of variables) this.#pageSizes.add(variable);
  }
}

class MutableSelectionPlan implements SelectionPlan {
  constant: CostForm = noCost;
  readonly fields: VariableField[] = [];
  readonly fragments: FragmentPlan[] = [];

  addConstant(cost: CostForm): void {
    this.constant = plus(this.constant, cost);
  }

  addFragment(fragment: FragmentPlan): void {
    if (isVariable(fragment.selections)) this.fragments.push(fragment);
    else this.addConstant(fragment.selections.constant);
  }
}

function namedTypeOf({ type }: GraphQLField<unknown, unknown>): string {
  return getNamedType(type).name;
}

function isVariable({ fields, fragments }: SelectionPlan): boolean {
  return fields.length > 0 || fragments.length > 0;
}
