import {
  getNamedType,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
} from "../../deps.ts";
import {
  type ConditionalSelections,
  type Conditions,
  type SelectedField,
  selectedFields,
  type SelectionContext,
} from "./selected_fields.ts";
import { memberName } from "./type_names.ts";

/** The options of {@linkcode ResultWriter}. */
export interface ResultWriterOptions extends SelectionContext {
  /** Writes the TypeScript type of a scalar or an enum. */
  readonly leaf: (type: GraphQLNamedType) => string;
}

interface Property {
  readonly key: string;
  readonly isOptional: boolean;
  /** Absent for `__typename`. */
  readonly type?: string;
}

/** A member of a union: object types with the same selected fields. */
interface Member {
  readonly types: string[];
  readonly properties: readonly Property[];
}

/** Writes the TypeScript types of operation results. */
export class ResultWriter {
  readonly #options: ResultWriterOptions;

  /** @param options the schema, the fragments and how leaves are written */
  constructor(options: ResultWriterOptions) {
    this.#options = options;
  }

  /**
   * Writes the type of selected objects: a union if the fields depend on the object's type.
   *
   * @param type the schema type of the objects
   * @param selections the selection sets
   * @param known conditions that are true if the object is present
   * @returns lines without indentation; a union of objects begins with an empty line
   */
  object(type: GraphQLCompositeType, selections: readonly ConditionalSelections[], known: Conditions): string {
    const members = this.#members(type, selections, known);
    if (members.length === 0) return "never";
    if (members.length === 1) return objectType(members[0]!, []);
    const absent = isDiscriminated(members) ? [] : unique(members.flatMap(keysOf));
    return members.map((member) => `\n  | ${indented(objectType(member, absent))}`).join("");
  }

  #members(type: GraphQLCompositeType, selections: readonly ConditionalSelections[], known: Conditions): Member[] {
    const { schema } = this.#options;
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
    const members = new Map<string, Member>();
    for (const each of [...possible].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const properties = selectedFields(this.#options, { type: each, selections, known }).map((field): Property => {
        const { key, isOptional, name } = field;
        if (name === "__typename") return { key, isOptional };
        return { key, isOptional, type: this.#type(schema.getField(each, name)!.type, field) };
      });
      const shape = JSON.stringify(properties.map(({ key, isOptional, type }) => [key, isOptional, type]));
      const same = members.get(shape);
      if (same) same.types.push(each.name);
      else members.set(shape, { types: [each.name], properties });
    }
    return [...members.values()];
  }

  #type(type: GraphQLOutputType, field: SelectedField): string {
    if (isNonNullType(type)) return this.#present(type.ofType, field);
    const present = this.#present(type, field);
    return present.startsWith("\n") ? `${present}\n  | null` : `${present} | null`;
  }

  #present(type: GraphQLOutputType, field: SelectedField): string {
    if (isListType(type)) {
      const element = this.#type(type.ofType, field);
      if (element.startsWith("\n")) return `readonly (${element}\n)[]`;
      return /^readonly | \| null$/.test(element) ? `readonly (${element})[]` : `readonly ${element}[]`;
    }
    const named = getNamedType(type);
    return isCompositeType(named) ? this.object(named, field.selections, field.known) : this.#options.leaf(named);
  }
}

function objectType({ types, properties }: Member, all: readonly string[]): string {
  const own = properties.map(({ key, isOptional, type }) =>
    `  readonly ${memberName(key)}${isOptional ? "?" : ""}: ${
      indented(type ?? types.map((name) => JSON.stringify(name)).join(" | "))
    };`
  );
  const keys = new Set(properties.map(({ key }) => key));
  const absent = all.filter((key) => !keys.has(key)).map((key) => `  readonly ${memberName(key)}?: never;`);
  const lines = [...own, ...absent];
  return lines.length === 0 ? "Record<string, never>" : `{\n${lines.join("\n")}\n}`;
}

function indented(lines: string): string {
  return lines.replaceAll("\n", "\n  ");
}

/** Whether `__typename` discriminates the members of a union. */
function isDiscriminated(members: readonly Member[]): boolean {
  const keys = members.map(({ properties }) =>
    properties.filter(({ type, isOptional }) => type === undefined && !isOptional).map(({ key }) => key)
  );
  return keys[0]!.some((key) => keys.every((others) => others.includes(key)));
}

function keysOf({ properties }: Member): string[] {
  return properties.map(({ key }) => key);
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
