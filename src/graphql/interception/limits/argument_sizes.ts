import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isScalarType,
  Kind,
  type ObjectValueNode,
  type ValueNode,
} from "../../../../deps.ts";

/** What values of arguments say about the lengths of lists. */
export interface ArgumentSizes {
  /** The largest page size; 0 where there is none that can be used. */
  readonly largest: number;
  /** The smallest page size; 0 where none is negative. */
  readonly smallest: number;
  /** The length of the longest list among the values. */
  readonly longestList: number;
}

/** Nothing is said about lengths. */
export const noSizes: ArgumentSizes = { largest: 0, smallest: 0, longestList: 0 };

/** Combines what several values say. */
export function merged(a: ArgumentSizes, b: ArgumentSizes): ArgumentSizes {
  if (a === noSizes) return b;
  if (b === noSizes) return a;
  return {
    largest: Math.max(a.largest, b.largest),
    smallest: Math.min(a.smallest, b.smallest),
    longestList: Math.max(a.longestList, b.longestList),
  };
}

/** Where a value stands. */
export interface InputPosition {
  readonly type: GraphQLInputType;
  /** Whether a number here sizes a list. */
  readonly isSize: boolean;
  /** What the schema's default says where a variable in this position is absent. */
  readonly absent: ArgumentSizes;
}

/** Called for each variable in a literal. */
export type VariableVisitor = (name: string, position: InputPosition) => void;

type InputDefinition = GraphQLArgument | GraphQLInputField;

/** Numeric scalars that size no list, whatever the argument is called. */
const otherScalars: ReadonlySet<string> = new Set(["String", "Boolean", "ID"]);

/** Reads the sizes that are given in arguments, also within input objects and by defaults of the schema. */
export class ArgumentSizeReader {
  readonly #names: ReadonlySet<string>;
  readonly #positions = new Map<InputDefinition, InputPosition>();
  readonly #withDefault = new Map<GraphQLInputObjectType, readonly GraphQLInputField[]>();
  readonly #holdingSizes = new Map<GraphQLInputType, boolean>();

  /** @param names of the arguments and input fields that size a list */
  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
  }

  /** Describes the position of an argument, or of a field of an input object. */
  positionOf(definition: InputDefinition): InputPosition {
    const known = this.#positions.get(definition);
    if (known !== undefined) return known;
    const isSize = this.isSize(definition);
    const position = { type: definition.type, isSize, absent: this.#defaultOf(definition, isSize) };
    this.#positions.set(definition, position);
    return position;
  }

  /** Whether an argument or an input field sizes a list by its own value. */
  isSize({ name, type }: InputDefinition): boolean {
    const bare = getNullableType(type);
    return this.#names.has(name) && isScalarType(bare) && !otherScalars.has(bare.name);
  }

  /** Whether a size may stand somewhere within values of a type. */
  holdsSize(given: GraphQLInputType): boolean {
    const type = getNamedType(given);
    if (!isInputObjectType(type)) return false;
    const known = this.#holdingSizes.get(type);
    if (known !== undefined) return known;
    this.#holdingSizes.set(type, false); // until it is known: a type may contain itself
    const holds = Object.values(type.getFields()).some((field) => this.isSize(field) || this.holdsSize(field.type));
    this.#holdingSizes.set(type, holds);
    return holds;
  }

  /**
   * Reads a literal.
   *
   * @param node the literal
   * @param position where it stands
   * @param onVariable gets the variables in it, which count for nothing here
   */
  ofLiteral(node: ValueNode, position: InputPosition, onVariable: VariableVisitor): ArgumentSizes {
    if (node.kind === Kind.VARIABLE) {
      onVariable(node.name.value, position);
      return noSizes;
    }
    const type = getNullableType(position.type);
    if (isListType(type)) {
      const nodes = node.kind === Kind.LIST ? node.values : node.kind === Kind.NULL ? [] : [node];
      const item = { type: type.ofType, isSize: false, absent: noSizes };
      return nodes.reduce((sizes, value) => merged(sizes, this.ofLiteral(value, item, onVariable)), listOf(nodes));
    }
    if (isInputObjectType(type) && node.kind === Kind.OBJECT) {
      return this.#ofObjectLiteral(type, node, onVariable);
    }
    return position.isSize && "value" in node ? sizeOf(node.value) : noSizes;
  }

  /**
   * Reads a value as a client sends it.
   *
   * @param value the value before coercion
   * @param type its type
   * @param isSize whether a number here sizes a list
   */
  ofValue(value: unknown, type: GraphQLInputType, isSize: boolean): ArgumentSizes {
    if (value === undefined || value === null) return noSizes;
    const bare = getNullableType(type);
    if (isListType(bare)) {
      const items: readonly unknown[] = Array.isArray(value) ? value : [value];
      const named = getNamedType(bare);
      if (!isInputObjectType(named) && !isListType(getNullableType(bare.ofType))) return listOf(items);
      return items.reduce((sizes: ArgumentSizes, item) => {
        return merged(sizes, this.ofValue(item, bare.ofType, false));
      }, listOf(items));
    }
    if (!isInputObjectType(bare)) return isSize ? sizeOf(value) : noSizes;
    if (typeof value !== "object") return noSizes;
    return this.#ofObject(bare, value as Readonly<Record<string, unknown>>);
  }

  // Walks what is given and what has a default, and not all fields of the type for each of many small objects.
  #ofObject(type: GraphQLInputObjectType, value: Readonly<Record<string, unknown>>): ArgumentSizes {
    const fields = type.getFields();
    let sizes = noSizes;
    for (const name in value) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field === undefined) continue;
      sizes = merged(sizes, this.ofValue(value[name], field.type, this.positionOf(field).isSize));
    }
    for (const field of this.#fieldsWithDefault(type)) {
      if (value[field.name] === undefined) sizes = merged(sizes, this.positionOf(field).absent);
    }
    return sizes;
  }

  #ofObjectLiteral(type: GraphQLInputObjectType, node: ObjectValueNode, onVariable: VariableVisitor): ArgumentSizes {
    const fields = type.getFields();
    const given = new Map(node.fields.map((field) => [field.name.value, field.value]));
    let sizes = noSizes;
    for (const [name, value] of given) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field !== undefined) sizes = merged(sizes, this.ofLiteral(value, this.positionOf(field), onVariable));
    }
    for (const field of this.#fieldsWithDefault(type)) {
      if (!given.has(field.name)) sizes = merged(sizes, this.positionOf(field).absent);
    }
    return sizes;
  }

  #fieldsWithDefault(type: GraphQLInputObjectType): readonly GraphQLInputField[] {
    const known = this.#withDefault.get(type);
    if (known !== undefined) return known;
    const found = Object.values(type.getFields()).filter((field) =>
      field.default !== undefined || field.defaultValue !== undefined
    );
    this.#withDefault.set(type, found);
    return found;
  }

  #defaultOf(definition: InputDefinition, isSize: boolean): ArgumentSizes {
    const { type, default: given, defaultValue } = definition;
    if (given?.literal === undefined) return this.ofValue(given?.value ?? defaultValue, type, isSize);
    return this.ofLiteral(given.literal, { type, isSize, absent: noSizes }, () => {});
  }
}

function listOf({ length }: { readonly length: number }): ArgumentSizes {
  return length === 0 ? noSizes : { ...noSizes, longestList: length };
}

/** Custom scalars may read numbers from strings. */
function sizeOf(value: unknown): ArgumentSizes {
  const size = typeof value === "string" && value !== "" ? Number(value) : value;
  if (typeof size !== "number" || Number.isNaN(size)) return noSizes;
  const bounded = Math.min(Math.ceil(size), Number.MAX_SAFE_INTEGER);
  return { largest: Math.max(0, bounded), smallest: Math.min(0, size), longestList: 0 };
}
