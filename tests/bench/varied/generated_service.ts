import { Random } from "./random.ts";

type Row = Record<string, unknown>;

/** One field of a generated type. */
interface GeneratedField {
  readonly name: string;
  readonly scalar: "ID" | "String" | "Int" | "Float" | "Boolean";
  readonly nullable: boolean;
}

/** A type with scalars, made by chance. */
interface GeneratedType {
  readonly name: string;
  readonly fields: readonly GeneratedField[];
}

/** What one request asks: which question, and with which variables, on which data. */
export interface Question {
  readonly variables: { readonly first: number; readonly more: boolean };
  readonly rows: readonly Row[];
}

/** One kind of work, as in the side-by-side benchmark: W2 lists and objects, W3 promises of scalars, W4 batches. */
export interface Workload {
  readonly name: "W2" | "W3" | "W4";
  readonly query: string;
  /** The fields of W3's type whose values come as promises, from resolvers. */
  readonly later: readonly string[];
  /** As many different questions as are asked for. */
  questions(count: number): Question[];
}

/** A schema of its own with a query per workload, all by chance. */
export interface GeneratedService {
  readonly definitions: string;
  readonly workloads: readonly Workload[];
  /** The type whose `owner` comes in batches. */
  readonly ownedType: string;
  /** The type with fields that come as promises. */
  readonly laterType: string;
}

const mostRows = { W2: 40, W3: 100, W4: 100 } as const;

/** Generates a service; the same seed gives the same schema, queries, data and variables. */
export function generateService(seed: number): GeneratedService {
  const random = new Random(seed);
  const [listed, later, owned, owner] = ["A", "B", "C", "D"].map((letter) => typeOf(random, letter)) as [
    GeneratedType,
    GeneratedType,
    GeneratedType,
    GeneratedType,
  ];
  const definitions = [
    "type Query { W2(first: Int!): [" + listed.name + "!]! W3(first: Int!): [" + later.name + "!]! W4(first: Int!): [" +
    owned.name + "!]! }",
    define(listed, `owner: ${owner.name}`),
    define(later, ""),
    define(owned, `owner: ${owner.name}`),
    define(owner, ""),
  ].join("\n");
  const workload = (name: Workload["name"], type: GeneratedType, below: GeneratedType | undefined): Workload => ({
    name,
    later: later.fields.slice(0, 3).map((field) => field.name),
    query: queryOf(random, { name, type, below }),
    questions: (count) =>
      Array.from({ length: count }, () => {
        const rows = Array.from({ length: mostRows[name] }, () => rowOf(random, type, below));
        const first = random.below(mostRows[name] / 2) + mostRows[name] / 2;
        return { rows, variables: { first, more: random.below(2) === 0 } };
      }),
  });
  return {
    definitions,
    ownedType: owned.name,
    laterType: later.name,
    workloads: [workload("W2", listed, owner), workload("W3", later, undefined), workload("W4", owned, owner)],
  };
}

function typeOf(random: Random, letter: string): GeneratedType {
  const scalars = ["ID", "String", "Int", "Float", "Boolean"] as const;
  const fields = Array.from({ length: 4 + random.below(9) }, (_, i): GeneratedField => ({
    name: `${random.word()}${i}`,
    scalar: scalars[random.below(scalars.length)]!,
    nullable: random.below(3) === 0,
  }));
  return { name: `${letter}${random.word()}`, fields };
}

function define({ name, fields }: GeneratedType, more: string): string {
  const lines = fields.map(({ name, scalar, nullable }) => `${name}: ${scalar}${nullable ? "" : "!"}`);
  return `type ${name} { ${[...lines, more].join(" ")} }`;
}

function queryOf(
  random: Random,
  { name, type, below }: { name: string; type: GeneratedType; below: GeneratedType | undefined },
): string {
  const owner = below === undefined ? "" : `owner { ${select(random, below)} }`;
  return `query ($first: Int!, $more: Boolean!) { ${name}(first: $first) { ...F ${owner} } }
    fragment F on ${type.name} { ${select(random, type)} }`;
}

/** Most fields, some under another name, the last one on a condition. */
function select(random: Random, { fields }: GeneratedType): string {
  const chosen = fields.filter((_, i) => i < 3 || random.below(4) > 0);
  const texts = chosen.map(({ name }) => random.below(4) === 0 ? `${random.word()}_: ${name}` : name);
  return [...new Set(texts), `last: ${fields.at(-1)!.name} @include(if: $more)`].join(" ");
}

function rowOf(random: Random, type: GeneratedType, below: GeneratedType | undefined): Row {
  const row: Row = {};
  for (const field of type.fields) row[field.name] = valueOf(random, field);
  if (below !== undefined) row.owner = random.below(8) === 0 ? null : rowOf(random, below, undefined);
  return row;
}

function valueOf(random: Random, { scalar, nullable }: GeneratedField): unknown {
  if (nullable && random.below(4) === 0) return random.below(2) === 0 ? null : undefined;
  if (scalar === "Int") return random.below(1_000_000);
  if (scalar === "Float") return random.below(1_000_000) / 8;
  if (scalar === "Boolean") return random.below(2) === 0;
  return flat(`${random.word()} ${random.word()} ${random.below(1_000)}`);
}

/** Concatenated strings are trees to V8, on which `JSON.stringify` is slow; rows of a store have flat ones. */
function flat(text: string): string {
  return JSON.parse(JSON.stringify(text));
}
