import {
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isLeafType,
  isObjectType,
} from "graphql";
import type { Random } from "../../security/random.ts";

/** Values of arguments, by the name of the argument: some of them exist, some don't. */
const values: Readonly<Record<string, readonly string[]>> = {
  id: ['"pg100"', '"pg107"', '"pg123"', '"austen"', '"pg101-1"', '"pg104-2"', '"none"'],
  first: ["1", "2", "4", "30"],
  zone: ['"DE"', '"EU"', '"MOON"'],
};

/** Writes queries that are valid for a schema. */
export class RandomQueries {
  readonly #schema: GraphQLSchema;
  readonly #random: Random;
  #aliases = 0;

  /**
   * @param schema what is asked for
   * @param random decides
   */
  constructor(schema: GraphQLSchema, random: Random) {
    this.#schema = schema;
    this.#random = random;
  }

  /** The next query. */
  next(): string {
    return `query Q { ${this.#selection(this.#schema.getQueryType()!, 4)} }`;
  }

  #selection(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields()).filter((field) => depth > 1 || isLeafType(getNamedType(field.type)));
    const count = 1 + this.#random.below(Math.min(4, fields.length));
    const chosen = Array.from({ length: count }, () => this.#random.pick(fields));
    // An object whose fields are all objects has its type's name at the end.
    const selected = chosen.filter((field) => field !== undefined).map((field) => this.#field(field, depth));
    return [...selected, ...(this.#random.below(4) === 0 || selected.length === 0 ? ["__typename"] : [])].join(" ");
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const args = field.args.filter(({ type, defaultValue }) =>
      defaultValue === undefined && String(type).endsWith("!") || this.#random.below(2) === 0
    ).map(({ name }) => `${name}: ${this.#random.pick(values[name]!)}`);
    const named = getNamedType(field.type);
    const below = isObjectType(named) ? ` { ${this.#selection(named, depth - 1)} }` : "";
    return `a${++this.#aliases}: ${field.name}${args.length > 0 ? `(${args.join(", ")})` : ""}${below}`;
  }
}
