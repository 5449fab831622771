/** Statements are kept by their shape: each has to find what the store in memory finds, which builds none. */
import { assertEquals } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { type Criteria, type Database, openDatabase, Order, PageRequest, Sort, where } from "@espalier/espalier/data";
import fc from "fast-check";
import { times } from "../long.ts";
import { stores } from "./stores.ts";

class Owner {
  constructor(readonly id: string, readonly name: string) {}
}
describeType(Owner, { id: t.id, name: t.string }, { id: "id", table: "kept_owners" });

class Thing {
  constructor(
    readonly id: number,
    readonly title: string,
    readonly rank: number | null,
    readonly weight: number,
    readonly key: string,
    readonly note: string | null,
    readonly owner: Owner | null,
  ) {}
}
describeType(Thing, {
  id: t.int,
  title: t.string,
  rank: t.nullable(t.int),
  weight: t.float,
  key: t.uuid,
  note: t.nullable(t.string),
  owner: t.nullable(t.object(() => Owner)),
}, { id: "id", table: "kept_things", lengths: { title: 40, note: 40 } });

const owners = [new Owner("a", "Ada"), new Owner("b", "b'; --")];
const texts = ["", "a", "A", "Ada", "b'; --", "ä", "\u{1F600}", "__proto__", "1", "null", "%", "_", "\\"];
const keys = ["018f3c1e-0000-7000-8000-000000000001", "018f3c1e-0000-7000-8000-000000000002"];
const things = Array.from({ length: 24 }, (_, i) =>
  new Thing(
    i,
    texts[i % texts.length]!,
    i % 5 === 0 ? null : (i % 7) - 3,
    i / 4,
    keys[i % 2]!,
    i % 3 === 0 ? null : texts[(i * 5) % texts.length]!,
    i % 4 === 0 ? null : owners[i % 2]!,
  ));

const text = fc.constantFrom(...texts, "nothing", "a\0", "\ud800");
const whole = fc.constantFrom(-3, -1, 0, -0, 1, 2, 3, 20, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 40, 2 ** 53);
const compared: fc.Arbitrary<Criteria> = fc.oneof(
  fc.record({
    path: fc.constantFrom("title", "note", "owner.name", "owner.id"),
    how: fc.constantFrom("is", "isNot", "lessThan", "atLeast", "containing", "ignoringCase", "ignoringCase"),
    value: text,
  }),
  fc.record({
    path: fc.constantFrom("rank", "id", "weight"),
    how: fc.constantFrom("is", "isNot", "lessThan", "atLeast"),
    value: whole,
  }),
  fc.record({ path: fc.constant("key"), how: fc.constantFrom("is", "isNot"), value: fc.constantFrom(...keys) }),
  fc.record({ path: fc.constantFrom("note", "rank", "owner.name"), how: fc.constant("is"), value: fc.constant(null) }),
  fc.record({ path: fc.constantFrom("title"), how: fc.constant("in"), value: fc.array(text, { maxLength: 3 }) }),
).map(({ path, how, value }) => {
  const subject = where(path) as unknown as Record<string, (value: unknown) => Criteria & { ignoringCase(): Criteria }>;
  return how === "ignoringCase" ? subject.is!(value).ignoringCase() : subject[how]!(value);
});
const criteria: fc.Arbitrary<Criteria> = fc.oneof(
  { weight: 4, arbitrary: compared },
  fc.tuple(fc.constantFrom("and" as const, "or" as const), fc.array(compared, { maxLength: 3 }))
    .map(([kind, operands]) => ({ kind, operands })),
  compared.map((operand) => ({ kind: "not" as const, operand })),
);
const sorts = fc.constantFrom(
  Sort.unsorted(),
  Sort.by("rank"),
  Sort.by(Order.desc("owner.name"), Order.asc("weight")),
  Sort.by(Order.asc("note").withIgnoreCase()),
);
const questions = fc.array(
  fc.record({
    criteria,
    sort: sorts,
    page: fc.nat(2),
    size: fc.constantFrom(1, 3, 20),
    select: fc.constantFrom(undefined, ["title", "owner.name"]),
  }),
  { minLength: 5, maxLength: 30 },
);
type Question = Parameters<Parameters<typeof questions.map>[0]>[0][number];

async function answer(database: Database, { criteria, sort, page, size, select }: Question): Promise<unknown> {
  const repository = database.repository<Thing, number>(Thing);
  const options = select === undefined ? {} : { select: select as readonly "title"[] };
  const found = await repository.findBy(criteria, PageRequest.of(page, size, sort as never), options);
  const ids = found.content.map(({ id, title, owner }) => [id, title, owner?.id, owner?.name]);
  return [ids, found.totalElements, await repository.countBy(criteria), await repository.existsBy(criteria)];
}

async function filled(database: Database): Promise<Database> {
  await database.createTables(Thing, Owner);
  await database.repository<Owner, string>(Owner).saveAll(owners);
  await database.repository<Thing, number>(Thing).saveAll(things);
  return database;
}

for (const { name, ignore, open } of stores.filter(({ name }) => name !== "memory")) {
  Deno.test({
    name: `27.1 a kept statement asks what was asked, whatever was asked before (${name})`,
    ignore,
    async fn() {
      await using expected = await filled(await openDatabase("memory:"));
      // Every run begins without kept statements of its own, and meets those of the runs before.
      await using database = await filled(await open());
      await fc.assert(
        fc.asyncProperty(questions, async (asked) => {
          for (const question of [...asked, ...asked.toReversed()]) {
            assertEquals(await answer(database, question), await answer(expected, question));
          }
        }),
        { seed: 271, numRuns: times(40, 300) },
      );
    },
  });
}
