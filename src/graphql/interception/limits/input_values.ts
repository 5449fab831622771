import {
  type ArgumentNode,
  type DirectiveNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValueNode,
  type VariableDefinitionNode,
} from "../../../../deps.ts";
import type { PricedOperation } from "./cost_plan.ts";
import { limitError } from "./limit_error.ts";
import type { Variables } from "./size_variables.ts";

const none: readonly GraphQLError[] = [];

/**
 * Prepares the limit on the number of an operation's input values: the values of its literals, and those of its
 * variables, counted at each use. The time of coercion and binding is proportional to that number.
 *
 * @param operation a valid operation and its document
 * @param max the maximum number of values
 * @returns checks the variables of a request, as the client sent them: one error, or none
 */
export function planInputCheck(
  operation: PricedOperation,
  max: number,
): (variables: Variables) => readonly GraphQLError[] {
  const { values, uses } = inputsOf(operation);
  const refused = (actual: number) => [
    limitError({ name: "maxInputValues", subject: "the number of its input values", limit: max, actual }),
  ];
  if (values > max) return () => refused(values);
  return (variables) => {
    let actual = values;
    for (const name in variables) {
      actual += (uses.get(name) ?? 1) * valuesWithin(variables[name], max);
      if (actual > max) return refused(actual);
    }
    return none;
  };
}

/** Counts a value and the values in it; stops soon after the maximum, which also ends a cycle. */
function valuesWithin(value: unknown, max: number): number {
  if (!isContainer(value)) return 1;
  let count = 1;
  const pending: object[] = [value];
  for (let next = pending.pop(); next !== undefined && count <= max; next = pending.pop()) {
    const items: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    count += items.length;
    for (const item of items) if (isContainer(item)) pending.push(item);
  }
  return count;
}

/** Whether a value is a plain object; others, for example files, are values of scalars. */
function isContainer(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The input of an operation or a fragment. */
class Inputs {
  /** The number of values in literals. */
  values = 0;
  /** The number of uses of each variable. */
  readonly uses = new Map<string, number>();
  /** The number of spreads of each fragment. */
  readonly spreads = new Map<string, number>();

  addSelections({ selections }: SelectionSetNode): void {
    for (const node of selections) {
      this.addDirectives(node.directives);
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        add(this.spreads, node.name.value, 1);
        continue;
      }
      if (node.kind === Kind.FIELD) this.#addArguments(node.arguments);
      if (node.selectionSet !== undefined) this.addSelections(node.selectionSet);
    }
  }

  addDirectives(directives: readonly DirectiveNode[] | undefined): void {
    for (const directive of directives ?? []) this.#addArguments(directive.arguments);
  }

  addDefaults(definitions: readonly VariableDefinitionNode[] | undefined): void {
    for (const { defaultValue } of definitions ?? []) if (defaultValue !== undefined) this.#addValue(defaultValue);
  }

  #addArguments(nodes: readonly ArgumentNode[] | undefined): void {
    for (const { value } of nodes ?? []) this.#addValue(value);
  }

  #addValue(node: ValueNode): void {
    if (node.kind === Kind.VARIABLE) return add(this.uses, node.name.value, 1);
    this.values++;
    if (node.kind === Kind.LIST) { for (const value of node.values) this.#addValue(value); }
    else if (node.kind === Kind.OBJECT) { for (const { value } of node.fields) this.#addValue(value); }
  }
}

/** Counts the input of an operation; a fragment is visited once, and counted at each of its spreads. */
function inputsOf({ document, node }: PricedOperation): Pick<Inputs, "values" | "uses"> {
  const definitions = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const fragments = new Map(definitions.map((fragment) => [fragment.name.value, fragment]));
  const operation = new Inputs();
  operation.addDirectives(node.directives);
  operation.addDefaults(node.variableDefinitions);
  operation.addSelections(node.selectionSet);
  if (operation.spreads.size === 0) return operation;
  const uses = new Map<string, number>();
  const spreads = new Map<string, number>();
  let values = 0;
  const addTimes = (inputs: Inputs, times: number) => {
    values += times * inputs.values;
    for (const [name, count] of inputs.uses) add(uses, name, times * count);
    for (const [name, count] of inputs.spreads) add(spreads, name, times * count);
  };
  addTimes(operation, 1);
  // Topological order: all spreads of a fragment are counted before the fragment.
  for (const [name, inputs] of outermostFirst(operation, fragments)) addTimes(inputs, spreads.get(name) ?? 0);
  return { values, uses };
}

function outermostFirst(
  operation: Inputs,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly [string, Inputs][] {
  const innermostFirst: [string, Inputs][] = [];
  const seen = new Set<string>();
  const visit = ({ spreads }: Inputs) => {
    for (const name of spreads.keys()) {
      const fragment = fragments.get(name);
      if (fragment === undefined || seen.has(name)) continue;
      seen.add(name);
      const inputs = new Inputs();
      inputs.addDirectives(fragment.directives);
      inputs.addSelections(fragment.selectionSet);
      visit(inputs);
      innermostFirst.push([name, inputs]);
    }
  };
  visit(operation);
  return innermostFirst.reverse();
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}
