import { type FieldNode, Kind, type ValueNode } from "../../../../deps.ts";

/** Numbers the arguments of fields: equal arguments have the same number, in any order. */
export class ArgumentKeys {
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<FieldNode, number>();

  /** The number of a field's arguments; 0 for none. */
  of(node: FieldNode): number {
    const given = node.arguments;
    if (given === undefined || given.length === 0) return 0;
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const text = entries(given);
    const number = this.#numbers.get(text) ?? this.#numbers.size + 1;
    this.#numbers.set(text, number);
    this.#known.set(node, number);
    return number;
  }
}

interface NamedValue {
  readonly name: { readonly value: string };
  readonly value: ValueNode;
}

function entries(values: readonly NamedValue[]): string {
  return values.map(({ name, value }) => `${name.value}:${text(value)}`).sort().join();
}

function text(node: ValueNode): string {
  switch (node.kind) {
    case Kind.VARIABLE:
      return `$${node.name.value}`;
    case Kind.LIST:
      return `[${node.values.map(text).join()}]`;
    case Kind.OBJECT:
      return `{${entries(node.fields)}}`;
    case Kind.STRING:
      return `${node.block === true}${JSON.stringify(node.value)}`;
    case Kind.NULL:
      return "null";
    case Kind.BOOLEAN:
      return String(node.value);
    default:
      return `${node.kind}${node.value}`;
  }
}
