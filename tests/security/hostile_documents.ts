import { type HostileField, hostileFields } from "./hostile_schema.ts";
import type { Random } from "./random.ts";

/** A request that a hostile client may send. */
export interface HostileRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

type TypeName = keyof typeof hostileFields;

/** Sizes that clients give, in the ways in which they can. */
const usable = ["1", "2", "5", "10", "20", "100", "1000", "0", "null", "$n", "$d"];
const unusable = ["-1", "1001", "2147483647", "9999999999999", "1.5", '"5"', "[1]"];
const usableValues = [undefined, null, 0, 1, 3, 10, 100, 1_000];
const unusableValues = [-1, 1_001, 2_147_483_647, 1e300, 1.5, "5", [], {}];
const paging = [undefined, null, {}, { first: 100 }, { first: null }, { inner: { first: 500 } }, { preset: {} }, {
  x: 1,
}];

/** Writes requests of every kind that is known to be expensive, in random sizes and mixtures. */
export class HostileWriter {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** The next request. */
  next(): HostileRequest {
    const query = this.#random.pick([
      () => this.#nested(),
      () => this.#nested(),
      () => this.#ladder(),
      () => this.#repeated(),
      () => this.#aliases(),
      () => this.#overlapping(),
      () => this.#rubbish(),
      () => this.#introspection(),
      () => this.#padded(),
      () => this.#mutated(),
    ])();
    const declared = ["$n: Int", "$d: Int = 50", "$p: Paging", "$t: [String!]"].filter((text) =>
      query.includes(text.slice(0, 2))
    );
    return {
      query: `query ${declared.length === 0 ? "" : `(${declared.join()})`} { ${query}`,
      variables: {
        n: this.#pick(this.#random.below(10) === 0 ? unusableValues : usableValues),
        p: this.#pick(paging),
        t: Array(this.#random.below(300)).fill("tag"),
      },
    };
  }

  #pick<T>(from: readonly T[]): T {
    return this.#random.pick(from);
  }

  #repeat(count: number, write: (index: number) => string): string {
    return Array.from({ length: count }, (_, index) => write(index)).join(" ");
  }

  #size(): string {
    return this.#pick(this.#random.below(40) === 0 ? unusable : usable);
  }

  #arguments({ kind }: HostileField): string {
    const given = (...texts: string[]) => `(${this.#pick(texts)})`;
    if (this.#random.below(5) === 0) return "";
    switch (kind) {
      case "connection":
        return given(`first: ${this.#size()}`, `first: ${this.#size()}`);
      case "limit":
        return given(`limit: ${this.#size()}`);
      case "first":
        return given(`first: ${this.#size()}`);
      case "input":
        return given(
          "page: $p",
          `page: { first: ${this.#size()} }`,
          `page: { inner: { first: ${this.#size()} } }`,
          "page: { preset: {} }",
        );
      case "tags":
        return given("tags: []", "tags: $t", 'tags: "one"');
      default:
        return "";
    }
  }

  /** A field with what is selected below it. */
  #field(field: HostileField, below: string): string {
    if (field.kind === "leaf") return field.name;
    if (field.kind !== "connection") return `${field.name}${this.#arguments(field)} { ${below} }`;
    const selected = this.#pick([
      `edges { node { ${below} } }`,
      `edges { node { ${below} } } pageInfo { hasNextPage }`,
    ]);
    return `${field.name}${this.#arguments(field)} { ${selected} }`;
  }

  #selections(type: TypeName, depth: number): string {
    const fields = hostileFields[type];
    const count = 1 + this.#random.below(3);
    return this.#repeat(count, () => {
      const field = this.#pick(fields);
      if (field.type === undefined || depth === 0) return type === "Query" ? "__typename" : "id";
      return this.#field(field, this.#selections(field.type, depth - 1));
    });
  }

  #nested(): string {
    return `${this.#selections("Query", 1 + this.#random.below(6))} }`;
  }

  /** Each fragment spreads the next one several times, in fields of their own. */
  #ladder(): string {
    const levels = 2 + this.#random.below(10);
    const width = 1 + this.#random.below(12);
    const fields = hostileFields.User.filter(({ type }) => type === "User");
    const fragments = this.#repeat(levels, (level) => {
      const spread = `...F${level + 1}`;
      const body = this.#random.below(3) === 0
        ? this.#repeat(width, () => spread)
        : this.#repeat(width, () => this.#field(this.#pick(fields), spread));
      return `fragment F${level} on User { ${body} }`;
    });
    return `users(first: $n) { edges { node { ...F0 } } } } ${fragments} fragment F${levels} on User { id }`;
  }

  #repeated(): string {
    const inner = this.#pick(["id", "name", "friends(first: 1) { pageInfo { hasNextPage } }", "tree { id }"]);
    return `users(first: ${this.#size()}) { edges { node { ${
      this.#repeat(this.#random.below(1_500), () => inner)
    } id } } } }`;
  }

  #aliases(): string {
    const field = this.#pick(hostileFields.Query.filter(({ type }) => type === "User"));
    return `${this.#repeat(1 + this.#random.below(120), (index) => `a${index}: ${this.#field(field, "id")}`)} }`;
  }

  #overlapping(): string {
    const count = 1 + this.#random.below(300);
    const body = (index: number) =>
      this.#pick([
        `tree { id } tree { parent { id } ...T${(index + 1) % count} }`,
        `x: id`,
        `name x: name`,
        `some(limit: ${index}) { id }`,
        "tree { parent { parent { id } } }",
      ]);
    const fragments = this.#repeat(
      count,
      (index) => `fragment T${index} on Tree { id } fragment F${index} on User { ${body(index)} }`,
    );
    return `user { ${this.#repeat(count, (index) => `...F${index}`)} } } ${fragments}`;
  }

  #rubbish(): string {
    const count = this.#random.below(4_000);
    return this.#pick([
      () => `${this.#repeat(count, (index) => `unknown${index}`)} }`,
      () => `user { ${this.#repeat(count, (index) => `unknown${index}`)} } }`,
      () => `found(page: { ${this.#repeat(count, (index) => `key${index}: 1`)} }) { id } }`,
      () => `${"x".repeat(count * 100)} }`,
      () => `user { id ${this.#repeat(count / 4, () => "@include(if: true)")} } }`,
      () => `user ${"{ tree { owner ".repeat(count / 10)}{ id }${" } }".repeat(count / 10)} }`,
      () => `user { id } } ${this.#repeat(count, (index) => `query Q${index} { user { id } }`)}`,
    ])();
  }

  #introspection(): string {
    const depth = this.#random.below(6);
    return `__schema { types { ${"fields { type { ".repeat(depth)} name ${"} } ".repeat(depth)} } } }`;
  }

  #padded(): string {
    const pad = this.#pick(["\n", "\r\n", " ", ",", "# comment\n", "\t\n"]).repeat(this.#random.below(40_000));
    return `${pad}user { unknown } some(limit: ${this.#size()}) { id } }`;
  }

  /** Another document, with a part cut out or doubled. */
  #mutated(): string {
    const text = this.#nested();
    const start = this.#random.below(text.length);
    const end = start + this.#random.below(text.length - start);
    const middle = this.#pick(["", text.slice(start, end).repeat(2), "...", "{", '"', "\ud800", "\u0000", "$n"]);
    return text.slice(0, start) + middle + text.slice(end);
  }
}
