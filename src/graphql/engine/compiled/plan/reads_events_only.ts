import {
  type FieldNode,
  getNamedType,
  type GraphQLCompositeType,
  isAbstractType,
  isCompositeType,
  Kind,
  type SelectionSetNode,
} from "../../../../../deps.ts";
import { eventOf } from "../../event_of.ts";
import { fieldFetchOf } from "./fetch_plan.ts";
import type { OperationSource } from "./operation_source.ts";

/** The state of a traversal of an operation's fields. */
interface Walk extends Pick<OperationSource, "schema" | "fragments"> {
  readonly visitedFragments: Set<string>;
}

/**
 * Whether every field that a subscription selects is read from a property of its event: then no resolver is called that
 * could return another value the next time.
 *
 * @param source the subscription
 */
export function readsEventsOnly({ schema, operation, fragments, rootType }: OperationSource): boolean {
  return selectsProperties({ schema, fragments, visitedFragments: new Set() }, rootType, operation.selectionSet);
}

function selectsProperties(walk: Walk, type: GraphQLCompositeType, { selections }: SelectionSetNode): boolean {
  return selections.every((selection) => {
    if (selection.kind === Kind.FIELD) return readsProperty(walk, type, selection);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return spreadsProperties(walk, selection.name.value);
    const narrowed = typeNamed(walk, selection.typeCondition?.name.value) ?? type;
    return selectsProperties(walk, narrowed, selection.selectionSet);
  });
}

function spreadsProperties(walk: Walk, name: string): boolean {
  if (walk.visitedFragments.has(name)) return true;
  walk.visitedFragments.add(name);
  const fragment = walk.fragments[name];
  const type = fragment && typeNamed(walk, fragment.typeCondition.name.value);
  return fragment !== undefined && type !== undefined && selectsProperties(walk, type, fragment.selectionSet);
}

function readsProperty(walk: Walk, type: GraphQLCompositeType, { name: { value: name }, selectionSet }: FieldNode) {
  if (name === "__typename") return true;
  const types = isAbstractType(type) ? walk.schema.getPossibleTypes(type) : [type];
  return types.every((parentType) => {
    const definition = parentType.getFields()[name];
    // Introspection fields belong to no type of the schema.
    if (definition === undefined) return false;
    const fetch = fieldFetchOf(walk.schema, parentType, definition);
    const isEvent = fetch.kind === "call" && fetch.target.kind === "resolver" && fetch.target.resolve === eventOf;
    if (!isEvent && fetch.kind !== "property") return false;
    const named = getNamedType(definition.type);
    return selectionSet === undefined || isCompositeType(named) && selectsProperties(walk, named, selectionSet);
  });
}

function typeNamed({ schema }: Walk, name: string | undefined): GraphQLCompositeType | undefined {
  const type = name === undefined ? undefined : schema.getType(name);
  return isCompositeType(type) ? type : undefined;
}
