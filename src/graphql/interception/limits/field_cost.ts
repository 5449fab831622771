import {
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLOutputType,
  isCompositeType,
  isListType,
  isUnionType,
} from "../../../../deps.ts";
import type { EspalierProperties } from "../../../kernel/mod.ts";
import { connectionNodeType, dataFetcherOf, type SelfDescribingDataFetcher } from "../../wiring/mod.ts";
import type { ArgumentSizeReader, ArgumentSizes } from "./argument_sizes.ts";
import { costAt, type CostForm, times } from "./cost_form.ts";

/** The assumptions of the cost limit, and the arguments that it reads. */
export type CostRules = Pick<
  EspalierProperties["graphql"],
  "assumedListSize" | "assumedPageSize" | "listSizeArguments"
>;

/** The information of the schema and the document about the length of a field's lists. */
export interface FieldShape {
  /** The number of lists around the value: 0 for one value, 2 for a list of lists. */
  readonly dimensions: number;
  readonly isComposite: boolean;
  /** Whether the field has a page size, sent or by default. */
  readonly isPaged: boolean;
  /**
   * Whether its sizes must be allowed ones. `first` and `last` always are page sizes, `size` may be that of an image.
   */
  readonly isLimited: boolean;
  readonly isConnection: boolean;
  /** Whether this is the list of a connection: `edges` or `nodes`. */
  readonly isEdges: boolean;
  /** The page size to use if there is no valid one. */
  readonly defaultSize: number;
  /** The minimum page size to use. */
  readonly leastSize: number;
  /** The assumed length of a list of unknown length. */
  readonly assumedLength: number;
}

/** The position of a field. */
export interface FieldPlace {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
  /** Whether the field is one of the mutation type. */
  readonly isMutation: boolean;
}

const relayNames: ReadonlySet<string> = new Set(["first", "last"]);

/** Determines the size arguments of a field's lists. */
export function shapeOf(
  { node, field, isMutation }: FieldPlace,
  rules: CostRules,
  reader: ArgumentSizeReader,
): FieldShape {
  const dimensions = dimensionsOf(field.type);
  const isComposite = isCompositeType(getNamedType(field.type));
  const isConnection = connectionNodeType(field.type) !== undefined || isNamedConnection(field.type);
  const isPaged = isConnection ||
    (isComposite || dimensions > 0) &&
      field.args.some((argument) =>
        reader.isSize(argument) || sizesByObject(field, isMutation) && reader.holdsSize(argument.type)
      );
  const isRelay = field.args.some((argument) => relayNames.has(argument.name) && reader.isSize(argument));
  const { defaultPageSize } = (dataFetcherOf(field) ?? {}) as Partial<SelfDescribingDataFetcher>;
  const defaultSize = defaultPageSize ?? Math.max(rules.assumedPageSize, rules.assumedListSize);
  const names = new Set(node.arguments?.map(({ name }) => name.value));
  return {
    dimensions,
    isComposite,
    isPaged,
    isLimited: isPaged || isRelay,
    isConnection,
    isEdges: dimensions > 0 && (field.name === "edges" || field.name === "nodes"),
    defaultSize,
    // Beside a cursor to read forward from, `last` is not read.
    leastSize: names.has("after") && names.has("last") ? defaultSize : 0,
    assumedLength: rules.assumedListSize,
  };
}

/**
 * Computes the cost of a field.
 *
 * @param shape the field
 * @param sizes the list lengths of its arguments
 * @param below the cost of its selection set */
export function fieldCost(shape: FieldShape, sizes: ArgumentSizes, below: CostForm): CostForm {
  const { dimensions, isComposite, isPaged, assumedLength } = shape;
  if (!isComposite) return alone(1 + (isPaged ? pageSize(shape, sizes) : 0));
  if (isPaged) return alone(1 + (dimensions > 0 ? pagedList : page)(shape, sizes, below));
  // A list argument, such as one of ids, only raises what is assumed.
  const raise = Math.max(0, sizes.longestList - assumedLength);
  if (dimensions === 0) {
    const each = below.perEdge + below.perItem;
    return { fixed: 1 + below.fixed + times(raise, each), perEdge: 0, perItem: each };
  }
  const each = itemCost(shape, below);
  const fixed = 1 + times(raise, each);
  return shape.isEdges ? { fixed, perEdge: each, perItem: 0 } : { fixed, perEdge: 0, perItem: each };
}

function pagedList(shape: FieldShape, sizes: ArgumentSizes, below: CostForm): number {
  return times(pageSize(shape, sizes), itemCost(shape, below));
}

/** Counts the items even if only the page's info is selected, because they are fetched. */
function page(shape: FieldShape, sizes: ArgumentSizes, below: CostForm): number {
  const size = pageSize(shape, sizes);
  const items = Math.max(size, shape.assumedLength);
  return Math.max(size, costAt(below, { edges: shape.isConnection ? size : items, items }));
}

/** Ignores a size of 0: many data sources interpret it as "all". */
function pageSize({ defaultSize, leastSize }: FieldShape, { largest, longestList }: ArgumentSizes): number {
  return largest > 0 ? Math.max(largest, leastSize) : Math.max(defaultSize, longestList);
}

function itemCost({ dimensions, assumedLength: assumed }: FieldShape, below: CostForm): number {
  return times(assumed ** (dimensions - 1), costAt(below, { edges: assumed, items: assumed }));
}

function alone(fixed: number): CostForm {
  return { fixed, perEdge: 0, perItem: 0 };
}

function dimensionsOf(type: GraphQLOutputType): number {
  const bare = getNullableType(type);
  return isListType(bare) ? 1 + dimensionsOf(bare.ofType) : 0;
}

function isNamedConnection(type: GraphQLOutputType): boolean {
  const bare = getNullableType(type);
  return isCompositeType(bare) && bare.name.endsWith("Connection");
}

/**
 * Whether a size in an input object is a list length: not in a mutation, which may store it (as the size of a file),
 * and not if the result has no list.
 */
function sizesByObject({ type }: GraphQLField<unknown, unknown>, isMutation: boolean): boolean {
  if (dimensionsOf(type) > 0) return true;
  const bare = getNullableType(type);
  if (isMutation || !isCompositeType(bare)) return false;
  return isUnionType(bare) ||
    Object.values(bare.getFields()).some((field) =>
      dimensionsOf(field.type) > 0 && isCompositeType(getNamedType(field.type))
    );
}
