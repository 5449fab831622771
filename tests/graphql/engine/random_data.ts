import {
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isIntrospectionType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { Tape } from "./tape.ts";

/** How often things go wrong or are unusual, in 256. */
export interface Mood {
  readonly failures: number;
  readonly promises: number;
  readonly oddities: number;
}

/** Gives a schema resolvers, and says what the root value is: all by the tape and the place, so that runs repeat. */
export function randomData(tape: Tape, schema: GraphQLSchema, mood: Mood): (round: number) => unknown {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    if (isObjectType(type)) decorate(tape, type, { tape, schema, mood });
    if (isAbstractType(type) && tape.chance(128)) {
      const kind = tape.below(3);
      type.resolveType = (value) => {
        const name = (value as { kind?: string }).kind;
        if (kind === 1) return Promise.resolve(name);
        if (kind === 2 && name === "B") throw new Error("No type");
        return name;
      };
    }
  }
  return (round) =>
    new Source({ tape, schema, mood }, round === 0 ? "root" : `root${round}`, schema.getQueryType()!, 0);
}

interface World {
  readonly tape: Tape;
  readonly schema: GraphQLSchema;
  readonly mood: Mood;
}

function decorate(tape: Tape, type: GraphQLObjectType, world: World): void {
  if (tape.chance(30) && type.name.length === 1) {
    const isAsync = tape.chance(100);
    type.isTypeOf = (value) => {
      const is = (value as { kind?: string } | null)?.kind === type.name &&
        !(value as { place: string }).place.endsWith("7");
      return isAsync ? Promise.resolve(is) : is;
    };
  }
  for (const field of Object.values(type.getFields())) {
    if (!tape.chance(100)) continue;
    const withInfo: GraphQLFieldResolver<unknown, unknown> = (source, args, _context, info) => {
      const path: (string | number)[] = [];
      for (let p: typeof info.path | undefined = info.path; p; p = p.prev) path.unshift(p.key);
      return valueOf(world, `${path.join(".")}/${JSON.stringify(args)}`, field.type, placeDepth(source));
    };
    const plain: GraphQLFieldResolver<unknown, unknown> = (source, args) =>
      valueOf(
        world,
        `${(source as Source).place}.${field.name}/${JSON.stringify(args)}`,
        field.type,
        placeDepth(source),
      );
    field.resolve = tape.chance(100) ? withInfo : plain;
  }
}

function placeDepth(source: unknown): number {
  return (source as Source).depth;
}

/** An object of the data; its fields are properties that make their values when they are read. */
class Source {
  readonly [key: string]: unknown;

  constructor(world: World, readonly place: string, type: GraphQLObjectType, readonly depth: number) {
    const self = this as Record<string, unknown>;
    self.kind = type.name;
    if (!world.tape.fork(`${place}!`).chance(world.mood.oddities / 4)) self.__typename = type.name;
    const isMutable = depth === 0;
    for (const [name, field] of allFields(world.schema, isMutable ? undefined : type)) {
      const at = `${place}.${name}`;
      const tape = world.tape.fork(`${at}?`);
      const make = () => valueOf(world, at, field, depth);
      if (tape.chance(world.mood.oddities)) {
        self[name] = (args: unknown) => valueOf(world, at + JSON.stringify(args), field, depth);
      } else Object.defineProperty(self, name, { get: make, configurable: true });
    }
  }
}

function allFields(schema: GraphQLSchema, type: GraphQLObjectType | undefined): [string, GraphQLOutputType][] {
  const types = type === undefined ? [schema.getQueryType()!, schema.getMutationType()!] : [type];
  return types.flatMap((t) => Object.values(t.getFields()).map((f) => [f.name, f.type] as [string, GraphQLOutputType]));
}

function valueOf(world: World, place: string, type: GraphQLOutputType, depth: number): unknown {
  const tape = world.tape.fork(place);
  if (tape.chance(world.mood.failures)) {
    if (tape.chance(128)) throw new Error(`Thrown at ${place}`);
    return tape.chance(128)
      ? new Error(`Returned at ${place}`)
      : later(tape, () => Promise.reject(new Error(`Rejected at ${place}`)));
  }
  if (tape.chance(world.mood.promises)) {
    return later(tape, () => Promise.resolve(plainValue(world, tape, { place, type, depth })));
  }
  return plainValue(world, tape, { place, type, depth });
}

function later(tape: Tape, settle: () => unknown): Promise<unknown> {
  const promise = laterOn(tape, settle);
  // graphql-js leaves promises alone that arrive after the answer was given; unhandled, they would end the test run.
  promise.catch(() => {});
  return promise;
}

async function laterOn(tape: Tape, settle: () => unknown): Promise<unknown> {
  for (let hops = tape.below(6); hops > 0; hops--) await null;
  return await settle();
}

interface Wanted {
  readonly place: string;
  readonly type: GraphQLOutputType;
  readonly depth: number;
}

function plainValue(world: World, tape: Tape, { place, type, depth }: Wanted): unknown {
  if (isNonNullType(type)) {
    return tape.chance(world.mood.failures / 2) ? null : plainValue(world, tape, { place, type: type.ofType, depth });
  }
  if (tape.chance(24)) return tape.chance(128) ? null : undefined;
  if (isListType(type)) return listValue(world, tape, { place, type: type.ofType, depth });
  if (isLeafType(type)) return leafValue(world, tape, type.name);
  const types = isAbstractType(type) ? world.schema.getPossibleTypes(type) : [type as GraphQLObjectType];
  if (tape.chance(world.mood.oddities / 4)) return tape.pick<unknown>(["text", 5, true]);
  if (depth > 6) return null;
  return new Source(world, place, tape.pick(types), depth + 1);
}

function listValue(world: World, tape: Tape, { place, type, depth }: Wanted): unknown {
  const length = tape.below(4);
  const item = (i: number) => valueOrError(world, `${place}.${i}`, type, depth);
  const items = () => Array.from({ length }, (_, i) => item(i));
  if (!tape.chance(world.mood.oddities)) return items();
  const kind = tape.below(5);
  if (kind === 0) return new Set(items());
  if (kind === 1) {
    return (function* () {
      for (let i = 0; i < length; i++) yield item(i);
    })();
  }
  if (kind === 2) return "no list";
  return (async function* () {
    for (let i = 0; i < length; i++) {
      for (let hops = tape.below(3); hops > 0; hops--) await null;
      if (kind === 4 && i === 2) throw new Error(`Stream broke at ${place}`);
      const value = item(i);
      // What an async generator yields is awaited by it; a rejected promise would end it.
      if (value instanceof Promise) value.catch(() => {});
      yield value instanceof Promise ? null : value;
    }
  })();
}

function valueOrError(world: World, place: string, type: GraphQLOutputType, depth: number): unknown {
  try {
    return valueOf(world, place, type, depth);
  } catch (error) {
    return error;
  }
}

const leaves: Record<string, readonly [good: readonly unknown[], odd: readonly unknown[]]> = {
  String: [["s", "", "text"], [1, true, { a: 1 }, Symbol.iterator, new Date(0), 10n, NaN, { valueOf: () => "v" }]],
  Int: [[1, -5, 0], ["12", 1.5, 2 ** 40, true, "x", 7n]],
  Float: [[1.5, 2, -0.25], ["1.5", Infinity, false, {}, 3n]],
  Boolean: [[true, false], [1, 0, "x", NaN, 2n]],
  ID: [["id", "5"], [5, 1.5, true, 12n, {}]],
  Color: [["RED", "GREEN"], ["PINK", 1, {}]],
  Anything: [[1, "x", [1, { a: 1 }], { b: null }], [undefined, NaN, () => 1]],
};

function leafValue(world: World, tape: Tape, name: string): unknown {
  const [good, odd] = leaves[name]!;
  return tape.chance(world.mood.oddities) ? tape.pick(odd) : tape.pick(good);
}
