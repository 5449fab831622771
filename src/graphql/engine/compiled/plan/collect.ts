import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "../../../../../deps.ts";

/** The parts of the operation that field collection reads. */
export interface CollectionContext {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Whether `@skip` and `@include` include the selection. */
  readonly includes: (selection: SelectionNode) => boolean;
}

/** The field nodes of one response key, in the order of the document. */
export type FieldGroups = Map<string, FieldNode[]>;

/**
 * Collects the fields that a selection selects on an object type: `CollectFields` of the GraphQL specification.
 *
 * @param context the operation's schema, fragments and conditions
 * @param type the runtime type of the object
 * @param selectionSets the selection sets of all nodes that were merged into the enclosing field
 */
export function collectFields(
  context: CollectionContext,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): FieldGroups {
  const collection: Collection = { ...context, type, groups: new Map(), visited: new Set() };
  for (const set of selectionSets) visit(collection, set);
  return collection.groups;
}

interface Collection extends CollectionContext {
  readonly type: GraphQLObjectType;
  readonly groups: FieldGroups;
  readonly visited: Set<string>;
}

function visit(collection: Collection, set: SelectionSetNode): void {
  for (const selection of set.selections) {
    if (!collection.includes(selection)) continue;
    if (selection.kind === Kind.FIELD) {
      addField(collection.groups, selection);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      if (applies(collection, selection.typeCondition?.name.value)) visit(collection, selection.selectionSet);
    } else {
      visitFragment(collection, selection.name.value);
    }
  }
}

function addField(groups: FieldGroups, node: FieldNode): void {
  const key = (node.alias ?? node.name).value;
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [node]);
  else group.push(node);
}

function visitFragment(collection: Collection, name: string): void {
  const fragment = collection.fragments[name];
  if (fragment === undefined || !applies(collection, fragment.typeCondition.name.value)) return;
  if (collection.visited.has(name)) return;
  collection.visited.add(name);
  visit(collection, fragment.selectionSet);
}

function applies({ schema, type }: Collection, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true;
  const conditional = schema.getType(condition);
  return isAbstractType(conditional) && schema.isSubType(conditional, type);
}
