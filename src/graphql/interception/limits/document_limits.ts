import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "../../../../deps.ts";
import type { EspalierProperties } from "../../../kernel/mod.ts";
import { limitError } from "./limit_error.ts";
import { maxNesting } from "./source_limits.ts";

/** The limits that are checked without the schema; 0 disables a limit. */
export type DocumentLimits = Pick<
  EspalierProperties["graphql"],
  "maxDepth" | "maxAliases" | "maxDirectives" | "maxRootFields"
>;

interface Shape {
  readonly depth: number;
  /** The nesting of selection sets, including those of fragments. */
  readonly levels: number;
  readonly aliases: number;
  readonly directives: number;
  /** The number of root fields. */
  readonly fields: number;
}

const emptyShape: Shape = { depth: 0, levels: 0, aliases: 0, directives: 0, fields: 0 };

/**
 * Measures the operations of a document against the limits, counting a fragment at each of its spreads.
 *
 * Every fragment is measured once, so that the time is linear in the length of the document.
 *
 * @param document a parsed document; it may be invalid
 * @param limits the limits
 * @returns one error per exceeded limit
 */
export function documentLimitErrors(document: DocumentNode, limits: DocumentLimits): GraphQLError[] {
  const measure = new ShapeMeasure(document);
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const shape = operations.map((operation) => measure.operation(operation)).reduce(largest, emptyShape);
  const found = [
    { name: "nesting", subject: "the nesting of its selections", limit: maxNesting, actual: shape.levels },
    { name: "maxDepth", subject: "the nesting of its fields", limit: limits.maxDepth, actual: shape.depth },
    { name: "maxAliases", subject: "the number of its aliases", limit: limits.maxAliases, actual: shape.aliases },
    {
      name: "maxDirectives",
      subject: "the number of its directives",
      limit: limits.maxDirectives,
      actual: shape.directives,
    },
    {
      name: "maxRootFields",
      subject: "the number of its root fields",
      limit: limits.maxRootFields,
      actual: shape.fields,
    },
  ];
  return found.filter(({ limit, actual }) => limit > 0 && actual > limit).map(limitError);
}

class ShapeMeasure {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #measured = new Map<string, Shape>();
  readonly #seen = new Set<string>();

  constructor(document: DocumentNode) {
    const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  operation(operation: OperationDefinitionNode): Shape {
    const variables = (operation.variableDefinitions ?? []).flatMap((variable) => variable.directives ?? []).length;
    const own = { ...emptyShape, directives: (operation.directives?.length ?? 0) + variables };
    this.#measureFragments(spreadsIn(operation.selectionSet));
    return sum(own, this.#selections(operation.selectionSet));
  }

  /** Measures the innermost fragments first: recursion over a long chain of fragments would overflow the stack. */
  #measureFragments(names: readonly string[]): void {
    const pending = [...names];
    const seen = this.#seen;
    for (let name = pending.at(-1); name !== undefined; name = pending.at(-1)) {
      const fragment = this.#fragments.get(name);
      if (fragment !== undefined && !seen.has(name)) {
        seen.add(name);
        for (const inner of spreadsIn(fragment.selectionSet)) if (!seen.has(inner)) pending.push(inner);
      } else {
        pending.pop();
        this.#fragment(name);
      }
    }
  }

  #selections(set: SelectionSetNode): Shape {
    const shape = set.selections.reduce((total, node) => sum(total, this.#selection(node)), emptyShape);
    return { ...shape, levels: shape.levels + 1 };
  }

  #selection(node: SelectionNode): Shape {
    const own = { ...emptyShape, directives: node.directives?.length ?? 0 };
    if (node.kind === Kind.FRAGMENT_SPREAD) return sum(own, this.#fragment(node.name.value));
    if (node.kind === Kind.INLINE_FRAGMENT) return sum(own, this.#selections(node.selectionSet));
    const below = node.selectionSet === undefined ? emptyShape : this.#selections(node.selectionSet);
    const aliases = below.aliases + (node.alias === undefined ? 0 : 1);
    const directives = own.directives + below.directives;
    return { depth: below.depth + 1, levels: below.levels, aliases, directives, fields: 1 };
  }

  #fragment(name: string): Shape {
    const known = this.#measured.get(name);
    if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    if (fragment === undefined) return emptyShape;
    // A cyclic spread counts as empty; validation rejects the document.
    this.#measured.set(name, emptyShape);
    const shape = this.#selections(fragment.selectionSet);
    this.#measured.set(name, shape);
    return shape;
  }
}

function spreadsIn(set: SelectionSetNode): string[] {
  return set.selections.flatMap((node) => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return [node.name.value];
    return node.selectionSet === undefined ? [] : spreadsIn(node.selectionSet);
  });
}

function sum(a: Shape, b: Shape): Shape {
  return {
    depth: Math.max(a.depth, b.depth),
    levels: Math.max(a.levels, b.levels),
    aliases: a.aliases + b.aliases,
    directives: a.directives + b.directives,
    fields: a.fields + b.fields,
  };
}

function largest(a: Shape, b: Shape): Shape {
  return {
    depth: Math.max(a.depth, b.depth),
    levels: Math.max(a.levels, b.levels),
    aliases: Math.max(a.aliases, b.aliases),
    directives: Math.max(a.directives, b.directives),
    fields: Math.max(a.fields, b.fields),
  };
}
