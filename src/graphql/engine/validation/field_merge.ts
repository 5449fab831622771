import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "../../../../deps.ts";
import { ArgumentKeys } from "./argument_keys.ts";

/** Two fields of one response name that can't be merged. */
export interface FieldConflict {
  readonly responseName: string;
  readonly reason: string;
  /** The fields on the way to both, outermost first. */
  readonly nodes: readonly FieldNode[];
}

/** Receives the steps and results of the search. */
export interface FieldMergeListener {
  /** Called for each visited selection; throws to abort. */
  readonly onStep: () => void;
  readonly onConflict: (conflict: FieldConflict) => void;
}

/** A field of a merged selection set. */
interface FieldUse {
  readonly node: FieldNode;
  readonly parent: GraphQLCompositeType | undefined;
  readonly type: GraphQLOutputType | undefined;
  /** The field around it; absent at the root. */
  readonly outer: FieldUse | undefined;
}

type Groups = Map<string, FieldUse[]>;

/** The kind of comparison: result shapes of all fields of a name, or names and arguments of fields of one object. */
type Comparison = "all" | "shapes" | "names";

/** A selection set, with the field that has it. */
interface Scope {
  readonly set: SelectionSetNode;
  readonly type: GraphQLCompositeType | undefined;
  readonly outer: FieldUse | undefined;
}

/**
 * Checks that the fields of operations can be merged ("Field Selection Merging" of the GraphQL specification).
 *
 * Fields of one response name are compared with the first of them, and their selection sets as one. That is exact, as
 * equality is transitive, and takes one step per selection where graphql-js compares every pair.
 */
export class FieldMerge {
  readonly #schema: GraphQLSchema;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #listener: FieldMergeListener;
  readonly #arguments = new ArgumentKeys();
  readonly #checked: Readonly<Record<Comparison, Set<SelectionSetNode>>> = {
    all: new Set(),
    shapes: new Set(),
    names: new Set(),
  };

  /**
   * @param schema the schema
   * @param document holds the fragments
   * @param listener is notified of each step and each conflict
   */
  constructor(schema: GraphQLSchema, document: DocumentNode, listener: FieldMergeListener) {
    this.#schema = schema;
    this.#listener = listener;
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(definition.name.value, definition);
    }
  }

  /** Checks an operation. */
  check({ operation, selectionSet: set }: OperationDefinitionNode): void {
    const type = this.#schema.getRootType(operation) ?? undefined;
    this.#compare(this.#collect([{ set, type, outer: undefined }]), "all");
  }

  #compare(groups: Groups, comparison: Comparison): void {
    for (const uses of groups.values()) {
      if (uses.length === 1) this.#compareAlone(uses[0]!, comparison); // the only one
      else this.#compareGroup(uses, comparison);
    }
  }

  /** The selection of a single field is independent of the position of the field. */
  #compareAlone(use: FieldUse, comparison: Comparison): void {
    const { selectionSet } = use.node;
    if (selectionSet === undefined) return;
    if (this.#checked.all.has(selectionSet) || this.#checked[comparison].has(selectionSet)) return;
    this.#checked[comparison].add(selectionSet);
    this.#compareBelow([use], comparison);
  }

  #compareGroup(uses: readonly FieldUse[], comparison: Comparison): void {
    const ofOneObject = comparison === "shapes" ? [] : this.#partitions(uses);
    if (ofOneObject.some((part) => this.#reportNames(part))) return;
    if (comparison !== "names" && this.#reportShapes(uses)) return;
    if (ofOneObject.length === 1) return this.#compareBelow(uses, comparison);
    if (comparison !== "names") this.#compareBelow(uses, "shapes");
    for (const part of ofOneObject) this.#compareBelow(part, "names");
  }

  /** For each object type, the fields that one object may have: its own and those of abstract types. */
  #partitions(uses: readonly FieldUse[]): readonly (readonly FieldUse[])[] {
    const byObject = new Map<GraphQLCompositeType, FieldUse[]>();
    const ofAny: FieldUse[] = [];
    for (const use of uses) {
      const { parent } = use;
      if (!isObjectType(parent)) ofAny.push(use);
      else if (byObject.has(parent)) byObject.get(parent)!.push(use); // is there
      else byObject.set(parent, [use]);
    }
    if (byObject.size <= 1) return [uses];
    return [...byObject.values()].map((own) => {
      const part = [...own, ...ofAny];
      part.forEach(this.#listener.onStep);
      return part;
    });
  }

  #compareBelow(uses: readonly FieldUse[], comparison: Comparison): void {
    const scopes = uses.flatMap((use): Scope[] => {
      const { node: { selectionSet: set }, type } = use;
      const named = getNamedType(type);
      return set === undefined ? [] : [{ set, type: isCompositeType(named) ? named : undefined, outer: use }];
    });
    if (scopes.length > 0) this.#compare(this.#collect(scopes), comparison);
  }

  #collect(scopes: readonly Scope[]): Groups {
    const groups: Groups = new Map();
    const spread = new Set<string>();
    for (const scope of scopes) this.#collectFrom(scope, groups, spread);
    return groups;
  }

  #collectFrom({ set, type, outer }: Scope, groups: Groups, spread: Set<string>): void {
    for (const node of set.selections) {
      this.#listener.onStep();
      if (node.kind === Kind.FIELD) {
        const field = type === undefined ? undefined : this.#schema.getField(type, node.name.value);
        const use = { node, parent: type, type: field?.type, outer };
        const group = groups.get(responseName(node));
        if (group === undefined) groups.set(responseName(node), [use]);
        else group.push(use);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        const condition = node.typeCondition?.name.value;
        const inner = condition === undefined ? type : this.#typeOf(condition);
        this.#collectFrom({ set: node.selectionSet, type: inner, outer }, groups, spread);
      } else {
        const fragment = this.#fragments.get(node.name.value);
        if (fragment === undefined || spread.has(node.name.value)) continue;
        spread.add(node.name.value);
        const inner = this.#typeOf(fragment.typeCondition.name.value);
        this.#collectFrom({ set: fragment.selectionSet, type: inner, outer }, groups, spread);
      }
    }
  }

  #typeOf(name: string): GraphQLCompositeType | undefined {
    const type = this.#schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }

  #reportNames([first, ...others]: readonly FieldUse[]): boolean {
    if (first === undefined) return false;
    const name = first.node.name.value;
    for (const other of others) {
      const otherName = other.node.name.value;
      if (name !== otherName) return this.#report(first, other, `"${name}" and "${otherName}" are different fields`);
      if (this.#arguments.of(first.node) !== this.#arguments.of(other.node)) {
        return this.#report(first, other, "they have differing arguments");
      }
    }
    return false;
  }

  #reportShapes(uses: readonly FieldUse[]): boolean {
    const streamed = uses.find(({ node }) => node.directives?.some(({ name }) => name.value === "stream"));
    const plain = uses.find((use) => use !== streamed);
    if (streamed !== undefined && plain !== undefined) {
      return this.#report(plain, streamed, "they have overlapping stream directives");
    }
    const [first, ...others] = uses.filter(({ type }) => type !== undefined);
    const other = others.find(({ type }) => areDifferent(first!.type!, type!)); // types that are there
    if (first === undefined || other === undefined) return false;
    return this.#report(first, other, `they return conflicting types "${first.type}" and "${other.type}"`);
  }

  #report(first: FieldUse, second: FieldUse, reason: string): true {
    this.#listener.onConflict(conflictOf(first, second, reason));
    return true;
  }
}

/** Reports a conflict at the innermost selection set that contains both fields. */
function conflictOf(first: FieldUse, second: FieldUse, found: string): FieldConflict {
  let [one, other, reason] = [first, second, found];
  const [left, right] = [[first.node], [second.node]];
  while (one.outer !== undefined && other.outer !== undefined && one.outer.node !== other.outer.node) {
    reason = `subfields "${responseName(one.node)}" conflict because ${reason}`;
    [one, other] = [one.outer, other.outer];
    left.unshift(one.node);
    right.unshift(other.node);
  }
  return { responseName: responseName(one.node), reason, nodes: [...left, ...right] };
}

function responseName(node: FieldNode): string {
  return (node.alias ?? node.name).value;
}

/** Whether results have different shapes: other lists, other nullability, other scalars. */
function areDifferent(a: GraphQLOutputType, b: GraphQLOutputType): boolean {
  if (a === b) return false;
  if (isListType(a) || isListType(b)) return !isListType(a) || !isListType(b) || areDifferent(a.ofType, b.ofType);
  if (isNonNullType(a) || isNonNullType(b)) {
    return !isNonNullType(a) || !isNonNullType(b) || areDifferent(a.ofType, b.ofType);
  }
  return isLeafType(a) || isLeafType(b);
}
