import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "../../deps.ts";

/** The conditions of a selection, each `include $x`, `skip $x` or a deferred fragment. */
export type Conditions = ReadonlySet<string>;

/** A selection set and its conditions. */
export interface ConditionalSelections {
  readonly selectionSet: SelectionSetNode;
  readonly conditions: Conditions;
}

/** A field of a response object. */
export interface SelectedField {
  /** Its name in the response. */
  readonly key: string;
  /** Its name in the schema. */
  readonly name: string;
  /** Whether it may be absent from the response. */
  readonly isOptional: boolean;
  /** The selections below it. */
  readonly selections: readonly ConditionalSelections[];
  /** Conditions that are true if the field is present. */
  readonly known: Conditions;
}

interface Occurrence {
  readonly node: FieldNode;
  readonly conditions: Conditions;
}

/** The schema and fragments for resolving selections. */
export interface SelectionContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** The selections on objects of one type. */
export interface ObjectSelection {
  /** The type of the objects. */
  readonly type: GraphQLObjectType;
  readonly selections: readonly ConditionalSelections[];
  /** Conditions that are true if the object is present. */
  readonly known: Conditions;
}

/**
 * Collects the selected fields of objects of one type, as in CollectFields of the specification: applicable fragments
 * are merged, in the order of the document.
 *
 * @param context the schema and the fragments
 * @param selection the selections
 */
export function selectedFields(context: SelectionContext, selection: ObjectSelection): SelectedField[] {
  const { selections, known } = selection;
  const collector = new Collector(context, selection);
  for (const { selectionSet, conditions } of selections) collector.collect(selectionSet, conditions);
  return [...collector.occurrences].map(([key, found]) => {
    const always = found.map(({ conditions }) => conditions).reduce((a, b) => a.intersection(b));
    return {
      key,
      name: found[0]!.node.name.value,
      isOptional: found.every(({ conditions }) => conditions.size > 0),
      selections: found.flatMap(({ node: { selectionSet }, conditions }) =>
        selectionSet === undefined ? [] : [{ selectionSet, conditions }]
      ),
      known: known.union(always),
    };
  });
}

class Collector {
  readonly #visited = new Set<string>();

  readonly occurrences = new Map<string, Occurrence[]>();

  constructor(readonly context: SelectionContext, readonly selection: ObjectSelection) {}

  collect(selectionSet: SelectionSetNode, conditions: Conditions): void {
    for (const selection of selectionSet.selections) this.#select(selection, conditions);
  }

  #select(selection: SelectionNode, outer: Conditions): void {
    const own = conditionsOf(selection);
    if (own === undefined) return;
    const conditions = outer.union(own).difference(this.selection.known);
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const known = this.occurrences.get(key);
      if (known) known.push({ node: selection, conditions });
      else this.occurrences.set(key, [{ node: selection, conditions }]);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      if (this.#applies(selection.typeCondition?.name.value)) this.collect(selection.selectionSet, conditions);
    } else {
      const fragment = this.context.fragments.get(selection.name.value);
      const visit = [selection.name.value, ...[...conditions].sort()].join("\n");
      if (fragment === undefined || this.#visited.has(visit)) return;
      this.#visited.add(visit);
      if (this.#applies(fragment.typeCondition.name.value)) this.collect(fragment.selectionSet, conditions);
    }
  }

  #applies(condition: string | undefined): boolean {
    const { type } = this.selection;
    if (condition === undefined || condition === type.name) return true;
    const { schema } = this.context;
    const around = schema.getType(condition);
    return isAbstractType(around) && schema.isSubType(around, type);
  }
}

/** The own conditions of a selection; `undefined` if it is never included. */
function conditionsOf({ directives = [] }: SelectionNode): Conditions | undefined {
  const conditions = new Set<string>();
  for (const directive of directives) {
    const { value } = directive.name;
    if (value === "defer") {
      // A deferred fragment is absent from the initial result, and stays absent if it fails.
      if (ifOf(directive) !== false) conditions.add(`defer ${directive.loc?.source.name} ${directive.loc?.start}`);
    } else if (value === "include" || value === "skip") {
      const given = ifOf(directive);
      if (typeof given === "string") conditions.add(`${value} $${given}`);
      else if (given !== (value === "include")) return undefined;
    }
  }
  return conditions;
}

/** The argument `if` of a directive: its value, the name of its variable, or `undefined` if it is absent. */
function ifOf({ arguments: args = [] }: DirectiveNode): boolean | string | undefined {
  const value = args.find(({ name }) => name.value === "if")?.value;
  if (value?.kind === Kind.BOOLEAN) return value.value;
  return value?.kind === Kind.VARIABLE ? value.name.value : undefined;
}
