import {
  assertValidSchema,
  type DirectiveNode,
  type DocumentNode,
  doTypesOverlap,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  isCompositeType,
  isIntrospectionType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "../../../../deps.ts";
import { CertainInputs } from "./certain_inputs.ts";

/** The maximum number of selections that are visited; a fragment counts at each of its spreads. */
const maxSelections = 5_000;

/**
 * Whether a document is certainly valid: a fast path that supports the features of most documents.
 *
 * `true` means that `validate` would find nothing. `false` means "not decided": run `validate`, which also writes every
 * message.
 *
 * @param schema the schema
 * @param document a parsed document
 */
export function isCertainlyValid(schema: GraphQLSchema, document: DocumentNode): boolean {
  assertValidSchema(schema);
  const fragments = new Map<string, FragmentDefinitionNode>();
  let operation: OperationDefinitionNode | undefined;
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      if (fragments.has(definition.name.value) || !isPlainFragment(definition)) return false;
      fragments.set(definition.name.value, definition);
    } else if (definition.kind === Kind.OPERATION_DEFINITION && operation === undefined) {
      operation = definition;
    } else {
      return false;
    }
  }
  return operation !== undefined && new CertainValidity(schema, fragments).accepts(operation);
}

function isPlainFragment({ directives, variableDefinitions }: FragmentDefinitionNode): boolean {
  return (directives?.length ?? 0) === 0 && variableDefinitions === undefined;
}

type Responses = Map<string, GraphQLField<unknown, unknown> | undefined>;

class CertainValidity {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #inputs: CertainInputs;
  readonly #used: Set<string> = new Set();
  readonly #open: Set<string> = new Set();
  #budget = maxSelections;

  constructor(schema: GraphQLSchema, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#inputs = new CertainInputs(schema);
  }

  accepts({ operation, directives, variableDefinitions, selectionSet }: OperationDefinitionNode): boolean {
    const root = this.#schema.getRootType(operation);
    if (operation === "subscription" || !root || (directives?.length ?? 0) > 0) return false;
    return this.#inputs.define(variableDefinitions ?? []) && this.#selections(selectionSet, root, new Map()) &&
      this.#used.size === this.#fragments.size && this.#inputs.areAllUsed;
  }

  #selections(set: SelectionSetNode, type: GraphQLCompositeType, responses: Responses): boolean {
    for (const selection of set.selections) {
      if (--this.#budget < 0 || !this.#directives(selection.directives ?? [])) return false;
      if (selection.kind === Kind.FIELD) {
        if (!this.#field(selection, type, responses)) return false;
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value;
        const inner = condition === undefined ? type : this.#condition(condition, type);
        if (inner === undefined || !this.#selections(selection.selectionSet, inner, responses)) return false;
      } else if (!this.#spread(selection.name.value, type, responses)) {
        return false;
      }
    }
    return true;
  }

  #spread(name: string, type: GraphQLCompositeType, responses: Responses): boolean {
    const fragment = this.#fragments.get(name);
    if (fragment === undefined || this.#open.has(name)) return false;
    const inner = this.#condition(fragment.typeCondition.name.value, type);
    if (inner === undefined) return false;
    this.#used.add(name);
    this.#open.add(name);
    const isValid = this.#selections(fragment.selectionSet, inner, responses);
    this.#open.delete(name);
    return isValid;
  }

  #condition(name: string, type: GraphQLCompositeType): GraphQLCompositeType | undefined {
    const found = this.#schema.getType(name);
    if (!isCompositeType(found)) return undefined;
    return found === type || doTypesOverlap(this.#schema, found, type) ? found : undefined;
  }

  #field(node: FieldNode, type: GraphQLCompositeType, responses: Responses): boolean {
    const name = node.name.value;
    if (name === "__typename") {
      return node.selectionSet === undefined && (node.arguments?.length ?? 0) === 0 &&
        isFirst(responses, (node.alias ?? node.name).value, undefined);
    }
    if (isUnionType(type) || !Object.hasOwn(type.getFields(), name)) return false;
    const definition = type.getFields()[name]!; // is its own property
    const isPlain = node.selectionSet === undefined && (node.arguments?.length ?? 0) === 0;
    const key = (node.alias ?? node.name).value;
    if (!isFirst(responses, key, isPlain ? definition : undefined)) return false;
    return this.#inputs.arguments(node.arguments ?? [], definition.args) && this.#below(node, definition);
  }

  #below({ selectionSet }: FieldNode, { type }: GraphQLField<unknown, unknown>): boolean {
    const named = getNamedType(type);
    if (!isCompositeType(named)) return selectionSet === undefined;
    return selectionSet !== undefined && !isIntrospectionType(named) &&
      this.#selections(selectionSet, named, new Map());
  }

  #directives(nodes: readonly DirectiveNode[]): boolean {
    if (nodes.length === 0) return true;
    const [first, ...rest] = nodes;
    if (rest.length > 0 || first === undefined) return false;
    const name = first.name.value;
    if (name !== "include" && name !== "skip") return false;
    const definition = this.#schema.getDirective(name);
    return definition !== undefined && definition !== null &&
      this.#inputs.arguments(first.arguments ?? [], definition.args);
  }
}

/** Whether the response key is new, or repeats the same field of the same type without arguments or selections. */
function isFirst(responses: Responses, key: string, definition: GraphQLField<unknown, unknown> | undefined): boolean {
  if (responses.has(key)) return definition !== undefined && responses.get(key) === definition;
  responses.set(key, definition);
  return true;
}
