import { type GraphQLInputType, type GraphQLOutputType, isListType, isNonNullType } from "../../deps.ts";
import type { TypeNames } from "./type_names.ts";

const specified: Readonly<Record<string, string>> = {
  String: "string",
  ID: "string",
  Int: "number",
  Float: "number",
  Boolean: "boolean",
};

/** Writes types of the schema as TypeScript. */
export class TypeWriter {
  readonly #names: Pick<TypeNames, "of">;

  /** @param names the TypeScript names of schema types */
  constructor(names: Pick<TypeNames, "of">) {
    this.#names = names;
  }

  /** Writes a type with its lists and nulls. */
  type(type: GraphQLInputType | GraphQLOutputType): string {
    if (isNonNullType(type)) return this.present(type.ofType);
    return `${this.present(type)} | null`;
  }

  /** Writes a named type. */
  named(name: string): string {
    return Object.hasOwn(specified, name) ? specified[name]! : this.#names.of(name);
  }

  /** Writes a type without its outermost null, with its lists. */
  present(type: GraphQLInputType | GraphQLOutputType): string {
    if (!isListType(type)) return this.named((type as { readonly name: string }).name);
    const element = this.type(type.ofType);
    return element.includes(" ") ? `readonly (${element})[]` : `readonly ${element}[]`;
  }
}
