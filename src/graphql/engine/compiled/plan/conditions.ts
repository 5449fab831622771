import {
  type DirectiveNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "../../../../../deps.ts";

/** The names of the variables in `@skip` and `@include` conditions of an operation. */
export interface Conditions {
  readonly variables: readonly string[];
}

/**
 * Finds the variables on which the conditions of an operation depend.
 *
 * @param operation the operation
 * @param fragments the document's fragments
 * @returns `undefined` if graphql-js has to execute the operation, because plans don't support a part of it
 */
export function findConditions(
  operation: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): Conditions | undefined {
  if (operation.directives?.some((directive) => directive.name.value === "experimental_disableErrorPropagation")) {
    return undefined;
  }
  const found = new Set<string>();
  const isKnown = new Walk(fragments, found).selectionSet(operation.selectionSet);
  return isKnown ? { variables: [...found] } : undefined;
}

class Walk {
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly #variables: Set<string>;
  readonly #visited = new Set<string>();

  constructor(fragments: Readonly<Record<string, FragmentDefinitionNode>>, variables: Set<string>) {
    this.#fragments = fragments;
    this.#variables = variables;
  }

  selectionSet(set: SelectionSetNode): boolean {
    return set.selections.every((selection) => this.#selection(selection));
  }

  #selection(selection: SelectionNode): boolean {
    if (!(selection.directives ?? []).every((directive) => this.#directive(directive))) return false;
    if (selection.kind !== Kind.FRAGMENT_SPREAD) {
      return selection.selectionSet === undefined || this.selectionSet(selection.selectionSet);
    }
    const name = selection.name.value;
    const fragment = this.#fragments[name];
    if (fragment === undefined || this.#visited.has(name)) return true;
    this.#visited.add(name);
    return fragment.variableDefinitions === undefined && this.selectionSet(fragment.selectionSet);
  }

  #directive(directive: DirectiveNode): boolean {
    const name = directive.name.value;
    if (name === "defer" || name === "stream") return false;
    if (name !== "skip" && name !== "include") return true;
    const value = conditionOf(directive);
    if (value?.kind === Kind.VARIABLE) this.#variables.add(value.name.value);
    return value?.kind === Kind.VARIABLE || value?.kind === Kind.BOOLEAN;
  }
}

/** The value of a directive's `if`. */
function conditionOf(directive: DirectiveNode) {
  return directive.arguments?.find((argument) => argument.name.value === "if")?.value;
}

/**
 * Creates the predicate of included selections for given variable values.
 *
 * @param variables coerced variables, which hold a boolean for each condition
 */
export function conditionsMet(variables: Readonly<Record<string, unknown>>): (selection: SelectionNode) => boolean {
  const isTrue = (directive: DirectiveNode) => {
    const value = conditionOf(directive);
    return value?.kind === Kind.VARIABLE
      ? variables[value.name.value] === true
      : value?.kind === Kind.BOOLEAN && value.value;
  };
  const first = (selection: SelectionNode, name: string) =>
    selection.directives?.find((directive) => directive.name.value === name);
  return (selection) => {
    const skip = first(selection, "skip");
    if (skip !== undefined && isTrue(skip)) return false;
    const include = first(selection, "include");
    return include === undefined || isTrue(include);
  };
}
