/** Entities that are read often are made by generated code: they have to be those that are made property by property. */
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { type AnyDescriptor, describeType, t } from "@espalier/espalier";
import { openDatabase, repository, Sort } from "@espalier/espalier/data";
import fc from "fast-check";
import { times } from "../long.ts";

class Point {
  x!: number;
  label!: string | null;
}
describeType(Point, { x: t.int, label: t.nullable(t.string) });

class Other {
  constructor(readonly id: string, readonly name: string) {}
}
describeType(Other, { id: t.id, name: t.string }, { id: "id" });

/** Number of reads after which code was generated, whatever the number of rows. */
const many = 210;

const others = [new Other("o1", "Überschrift \u{1F600}"), new Other("o2", "")];
const text = fc.oneof(fc.string({ unit: "grapheme", maxLength: 8 }), fc.constantFrom("", "__proto__", "{}", "ä\u2028"))
  .map((value) => value.replaceAll("\0", "").toWellFormed());
const point = fc.record({ x: fc.integer({ min: -99, max: 99 }), label: fc.option(text) })
  .map((values) => Object.assign(new Point(), values));

/** Kinds of properties, and their values. */
const kinds: readonly { readonly descriptor: AnyDescriptor; readonly values: fc.Arbitrary<unknown> }[] = [
  { descriptor: t.string, values: text },
  { descriptor: t.int, values: fc.integer() },
  { descriptor: t.float, values: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0) },
  { descriptor: t.boolean, values: fc.boolean() },
  { descriptor: t.bigint, values: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) },
  {
    descriptor: t.date,
    values: fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
  },
  { descriptor: t.bytes, values: fc.uint8Array({ maxLength: 4 }) },
  { descriptor: t.list(t.string), values: fc.array(text, { maxLength: 3 }) },
  { descriptor: t.nullable(t.string), values: fc.option(text) },
  { descriptor: t.nullable(t.date), values: fc.constantFrom(null, new Date(5)) },
  { descriptor: t.optional(t.string), values: fc.option(text, { nil: undefined }) },
  { descriptor: t.optional(t.int), values: fc.option(fc.integer(), { nil: undefined }) },
  { descriptor: t.object(() => Point), values: point },
  { descriptor: t.nullable(t.object(() => Point)), values: fc.option(point) },
  { descriptor: t.object(() => Other), values: fc.constantFrom(...others) },
  { descriptor: t.nullable(t.object(() => Other)), values: fc.constantFrom(null, ...others) },
  { descriptor: t.list(t.object(() => Other)), values: fc.subarray(others) },
];
const names = ["title", "größe", "$value", "_x", "row", "read", "v0", "name", "arguments", "this"];

interface Described {
  readonly properties: Readonly<Record<string, AnyDescriptor>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const described: fc.Arbitrary<Described> = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 7 })
  .chain((chosen) => fc.tuple(...chosen.map((name) => fc.constantFrom(...kinds).map((kind) => ({ name, ...kind })))))
  .chain((parts) =>
    fc.array(fc.record(Object.fromEntries(parts.map(({ name, values }) => [name, values]))), {
      minLength: 1,
      maxLength: 3,
    }).map((rows) => ({
      properties: Object.fromEntries(parts.map(({ name, descriptor }) => [name, descriptor])),
      rows,
    }))
  );

/** All that can be seen of an entity: class, names in their order, values. */
function seen(entity: object): unknown {
  return [
    Object.getPrototypeOf(entity),
    Object.entries(Object.getOwnPropertyDescriptors(entity)).map(([name, descriptor]) => [name, descriptor]),
  ];
}

for (const url of ["memory:", "sqlite::memory:"]) {
  Deno.test(`27.1 entities are the same whether they are read once or often (${url})`, async () => {
    await fc.assert(
      fc.asyncProperty(described, async ({ properties, rows }) => {
        class Thing {
          id!: number;
        }
        // The other properties are those of this run.
        describeType(Thing, { id: t.int, ...properties } as { id: typeof t.int }, { id: "id" });
        let updates = 0;
        const onStatement = (statement: string) => void (updates += /^update/i.test(statement) ? 1 : 0);
        await using database = await openDatabase(url, { onStatement });
        await database.createTables(Thing, Other);
        await database.repository<Other, string>(Other).saveAll(others);
        const things = new (repository(Thing, {}))(database);
        await things.saveAll(rows.map((row, id) => Object.assign(new Thing(), { id, ...row })));
        const byId = Sort.by("id");
        const read = (select?: readonly string[]): Promise<Thing[]> =>
          select === undefined ? things.findAll(byId) : things.findAll(byId, { select: select as readonly "id"[] });
        const part = Object.keys(properties).slice(1);
        const [first, firstPart] = [await read(), await read(part)];
        for (let n = 0; n < many; n += rows.length) await Promise.all([read(), read(part)]);
        const [last, lastPart] = [await read(), await read(part)];
        assertEquals(last.map(seen), first.map(seen));
        assertEquals(lastPart.map(seen), firstPart.map(seen));
        // What was read is remembered: nothing has changed, so nothing is written.
        updates = 0;
        for (const entity of last) await things.save(entity);
        assertEquals(updates, 0);
      }),
      { seed: 271, numRuns: times(12, 200) },
    );
  });
}

class Titled {
  id!: number;
  readonly made!: Date;
  #title = "";
  get title(): string {
    return this.#shown();
  }
  set title(value: string) {
    if (!(#title in this)) Object.defineProperty(this, "shown", { value: value.toUpperCase(), configurable: true });
    else this.#title = value;
  }
  #shown(): string {
    return this.#title;
  }
}
describeType(Titled, { id: t.int, title: t.string, made: t.date }, { id: "id" });

Deno.test("27.1 generated code calls the setters of a class and keeps dates apart", async () => {
  await using database = await openDatabase("sqlite::memory:");
  await database.createTables(Titled);
  await database.execute("insert into titleds (id, title, made) values (1, 'a', 5)");
  const things = database.repository<Titled, number>(Titled);
  const read = async () => (await things.findAll({ select: ["id", "title", "made"] }))[0]!;
  const first = await read() as unknown as { readonly shown: string; readonly made: Date };
  for (let n = 0; n < many; n++) await read();
  const last = await read() as unknown as { readonly shown: string; readonly made: Date };
  assertEquals([last.shown, last.made], [first.shown, first.made]);
  assertStrictEquals(Object.getPrototypeOf(last), Titled.prototype);
  assert(last.made !== (await read()).made);
  assert(!Object.hasOwn(last, "title"));
});

Deno.test("entities are read where the platform forbids code generation from strings", async () => {
  const { Function: original } = globalThis;
  const forbidden = class {
    constructor() {
      throw new EvalError("Code generation from strings disallowed for this context");
    }
  };
  globalThis.Function = forbidden as unknown as FunctionConstructor;
  try {
    const database = await openDatabase("sqlite::memory:");
    await database.createTables(Other);
    const found = database.repository<Other, string>(Other);
    const saved = Array.from({ length: many }, (_, n) => new Other(String(n).padStart(3, "0"), `name ${n}`));
    await found.saveAll(saved);
    assertEquals(await found.findAll(Sort.by("id")), saved);
    await database.close();
  } finally {
    globalThis.Function = original;
  }
});
