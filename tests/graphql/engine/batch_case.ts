import { buildSchema, type GraphQLObjectType, type GraphQLSchema } from "graphql";
import { type BatchFunction, type DataFetcher, DataFetcherResult, toGraphQLError } from "@espalier/espalier/graphql";
import { installResolvers } from "../../../src/graphql/engine/reference/install_resolvers.ts";
import { withDataFetcher } from "../../../src/graphql/wiring/fetcher_attachment.ts";
import type { EngineCase } from "./engines.ts";
import type { Tape } from "./tape.ts";

/** A request for rows whose fields come in batches, with failures, and what the batch functions were asked for. */
export interface BatchCase extends EngineCase {
  /** Calls of batch functions since the last time it was read. */
  takeCalls(): readonly string[];
}

const definitions = `
  type Query { rows: [Row!]! maybe: [Row] deep: [[Row!]]! groups: [Group!] row: Row }
  type Group { id: ID rows: [Row!] title: String shelf: [Row!]! }
  type Row { id: ID! n: Int m: Int! early: Owner late: Owner! label: String tags: [Owner!] few: Owner kin: [Row!] }
  type Owner { id: ID! name: String! next: Owner rank: Int }
`;

/** Fields whose values come in batches; one of them in batches of three. */
const batched = ["Row.early", "Row.late", "Row.label", "Row.tags", "Row.few", "Row.kin", "Owner.next", "Group.shelf"];

/** Makes a case of a tape. */
export function batchCase(tape: Tape): BatchCase {
  const world: World = {
    tape,
    failures: tape.pick([10, 0, 30]),
    promises: tape.pick([0, 20, 60]),
    calls: [],
    known: new Map(),
  };
  const query = `{ ${queryFields(tape)} }`;
  return {
    schema: schemaOf(world),
    query,
    rootValue: (round) => roots(world, round),
    takeCalls: () => world.calls.splice(0),
  };
}

interface World {
  readonly tape: Tape;
  /** In 256. */
  readonly failures: number;
  readonly promises: number;
  readonly calls: string[];
  /** Objects that are met again: they are the same. */
  readonly known: Map<string, object>;
}

function schemaOf(world: World): GraphQLSchema {
  const schema = buildSchema(definitions);
  for (const coordinates of batched) {
    const [type, name] = coordinates.split(".") as [string, string];
    const field = (schema.getType(type) as GraphQLObjectType).getFields()[name]!;
    const fetcher: DataFetcher = () => {
      throw new Error("Only batches are asked for");
    };
    const batch = Object.assign(fetcher, {
      batch: batchFunction(world, coordinates),
      ...(name === "few" ? { maxBatchSize: 3 } : {}),
    });
    field.extensions = withDataFetcher(field.extensions as Record<string, unknown>, batch);
  }
  installResolvers(schema);
  return schema;
}

function batchFunction(world: World, coordinates: string): BatchFunction {
  return (sources, _args, environment) => {
    const places = sources.map((source) => (source as Located).at);
    const call = `${coordinates} ${places.join(",")} ${environment.keyContexts.join(",")}`;
    world.calls.push(call);
    const tape = world.tape.fork(call);
    const values = places.map((at) => valueOf(world, `${at}.${coordinates}`, coordinates));
    if (tape.chance(world.failures)) {
      if (tape.chance(80)) throw new Error(`${coordinates} threw`);
      if (tape.chance(80)) return values.slice(1);
      return rejection(`${coordinates} was rejected`);
    }
    const given = tape.chance(60) ? new Map(sources.map((source, i) => [source, values[i]])) : values;
    return tape.chance(128) ? given as never : later(tape, given) as never;
  };
}

async function later<T>(tape: Tape, value: T): Promise<T> {
  for (let hops = tape.below(5); hops > 0; hops--) await null;
  return value;
}

function rejection(message: string): Promise<never> {
  const promise = Promise.reject(new Error(message));
  promise.catch(() => {}); // may belong to a place that failed
  return promise;
}

interface Located {
  readonly at: string;
}

function valueOf(world: World, at: string, coordinates: string): unknown {
  const tape = world.tape.fork(at);
  if (tape.chance(world.failures)) {
    return tape.pick<unknown>([new Error(`Returned at ${at}`), null, undefined, rejection(`Rejected at ${at}`), 5]);
  }
  const value = plainValue(world, at, { coordinates, tape });
  if (tape.chance(world.promises)) return later(tape, value);
  if (!tape.chance(12)) return value;
  const error = toGraphQLError({ message: `Beside ${at}` }, { info: { fieldNodes: [], path: undefined } } as never);
  return new DataFetcherResult({ data: value, errors: tape.chance(128) ? [error] : [], localContext: `context ${at}` });
}

function plainValue(world: World, at: string, { coordinates, tape }: { coordinates: string; tape: Tape }): unknown {
  if (coordinates === "Row.label") return tape.pick(["label", 1, "", null]);
  if (coordinates === "Row.tags") return Array.from({ length: tape.below(3) }, (_, i) => owner(world, `${at}.${i}`));
  if (coordinates === "Row.kin" || coordinates === "Group.shelf") {
    return at.length > 60 ? [] : rows(world, at, tape.below(3));
  }
  return at.length > 60 ? null : owner(world, tape.chance(60) ? "shared" : at);
}

function owner(world: World, at: string): object {
  return known(world, at, () => ({ at, id: at, name: scalar(world, `${at}.name`, "name"), rank: 3 }));
}

/** An object whose properties fail, are promises, or throw when they are read, as the tape says. */
function row(world: World, at: string): object {
  return known(world, at, () => {
    const made: Record<string, unknown> = { at, id: at };
    for (const name of ["n", "m"]) {
      Object.defineProperty(made, name, {
        enumerable: true,
        get: () => scalar(world, `${at}.${name}`, name === "n" ? 1 : 2),
      });
    }
    return made;
  });
}

function known(world: World, at: string, make: () => object): object {
  let found = world.known.get(at);
  if (found === undefined) world.known.set(at, found = make());
  return found;
}

function scalar(world: World, at: string, value: unknown): unknown {
  const tape = world.tape.fork(at);
  if (!tape.chance(world.failures)) return tape.chance(world.promises) ? later(tape, value) : value;
  const kind = tape.below(5);
  if (kind === 0) throw new Error(`Thrown at ${at}`);
  return [null, null, new Error(`Returned at ${at}`), "no number", rejection(`Rejected at ${at}`)][kind];
}

function rows(world: World, at: string, count: number): unknown[] {
  const tape = world.tape.fork(`${at}[]`);
  return Array.from({ length: count }, (_, i) => {
    const found = row(world, tape.chance(40) ? `${at}.0` : `${at}.${i}`);
    if (tape.chance(world.failures)) return tape.pick<unknown>([null, undefined, new Error(`Item ${at}.${i}`), 7]);
    return tape.chance(world.promises / 2) ? later(tape, found) : found;
  });
}

function roots(world: World, round: number): Record<string, unknown> {
  const tape = world.tape.fork(`round ${round}`);
  const list = (name: string) => rows(world, `${round}${name}`, tape.below(7));
  return {
    rows: list("r"),
    maybe: list("m"),
    deep: [list("d"), list("e")],
    groups: Array.from(
      { length: tape.below(4) },
      (_, i) => ({ at: `${round}g${i}`, id: `${i}`, title: "t", rows: list(`g${i}`) }),
    ),
    row: row(world, `${round}one`),
  };
}

function queryFields(tape: Tape): string {
  const count = 1 + tape.below(3);
  const fields = ["rows", "maybe", "deep", "row"].map((name) => () => `${name} { ${rowFields(tape, 2)} }`);
  fields.push(() => `groups { id rows { ${rowFields(tape, 1)} } shelf { ${rowFields(tape, 1)} } }`);
  return Array.from({ length: count }, (_, i) => `f${i}: ${tape.pick(fields)()}`).join(" ");
}

function rowFields(tape: Tape, depth: number): string {
  const leaf = ["n", "m", "id", "label", "__typename"].map((name) => () => name);
  const composite = ["early", "late", "early", "late", "tags", "few"].map((name) => () =>
    `${name} { ${ownerFields(tape, depth)} }`
  );
  const kin = depth > 0 ? [() => `kin { ${rowFields(tape, depth - 1)} }`] : [];
  const found = Array.from(
    { length: 1 + tape.below(5) },
    (_, i) => `x${i}: ${tape.pick([...leaf, ...composite, ...kin])()}`,
  );
  return found.join(" ");
}

function ownerFields(tape: Tape, depth: number): string {
  return `id ${tape.chance(128) ? "name " : ""}${
    depth > 0 && tape.chance(80) ? `next { ${ownerFields(tape, depth - 1)} }` : ""
  }`;
}
