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

/** The list lengths that argument values specify. */
export interface ArgumentSizes {
  /** The largest page size; 0 if there is no valid one. */
  readonly largest: number;
  /** The smallest page size; 0 if none is negative. */
  readonly smallest: number;
  /** The length of the longest list among the values. */
  readonly longestList: number;
}

/** No list lengths. */
export const noSizes: ArgumentSizes = { largest: 0, smallest: 0, longestList: 0 };

/** Combines the list lengths of several values. */
export function merged(a: ArgumentSizes, b: ArgumentSizes): ArgumentSizes {
  if (a === noSizes) return b;
  if (b === noSizes) return a;
  return {
    largest: Math.max(a.largest, b.largest),
    smallest: Math.min(a.smallest, b.smallest),
    longestList: Math.max(a.longestList, b.longestList),
  };
}

/** The position of a value. */
export interface InputPosition {
  readonly type: GraphQLInputType;
  /** Whether a number here sizes a list. */
  readonly isSize: boolean;
  /** The list lengths of the schema's default, which applies if a variable in this position is absent. */
  readonly absent: ArgumentSizes;
}

/** Called for each variable in a literal. */
export type VariableVisitor = (name: string, position: InputPosition) => void;

type InputDefinition = GraphQLArgument | GraphQLInputField;

/** Numeric scalars that never specify a list length, regardless of the argument's name. */
const otherScalars: ReadonlySet<string> = new Set(["String", "Boolean", "ID"]);

/** Reads the sizes in arguments, including those in input objects and in defaults of the schema. */
export class ArgumentSizeReader {
  readonly #names: ReadonlySet<string>;
  readonly #positions = new Map<InputDefinition, InputPosition>();
  readonly #withDefault = new Map<GraphQLInputObjectType, readonly GraphQLInputField[]>();
  readonly #holdingSizes = new Map<GraphQLInputType, boolean>();

  /** @param names the names of the arguments and input fields that specify a list length */
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

  /** Whether the value of an argument or an input field is itself a list length. */
  isSize({ name, type }: InputDefinition): boolean {
    const bare = getNullableType(type);
    return this.#names.has(name) && isScalarType(bare) && !otherScalars.has(bare.name);
  }

  /** Whether values of a type may contain a size. */
  holdsSize(given: GraphQLInputType): boolean {
    const type = getNamedType(given);
    if (!isInputObjectType(type)) return false;
    const known = this.#holdingSizes.get(type);
    if (known !== undefined) return known;
    this.#holdingSizes.set(type, false); // ends the recursion, because a type may contain itself
    const holds = Object.values(type.getFields()).some((field) => this.isSize(field) || this.holdsSize(field.type));
    this.#holdingSizes.set(type, holds);
    return holds;
  }

  /**
   * Reads a literal.
   *
   * @param node the literal
   * @param position its position
   * @param onVariable called with the variables in it, which are not counted here
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
   * @param isSize whether a number here specifies a list length
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

  // Visits only fields with a value or a default: a type may have many fields, and there may be many small objects.
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
