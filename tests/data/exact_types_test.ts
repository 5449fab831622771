import { assertEquals, assertRejects } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { Sort, where } from "@espalier/espalier/data";
import { onEveryStoreWith } from "./stores.ts";
import { walkByAll } from "./walks.ts";

class Part {
  constructor(readonly name: string, readonly price: string) {}
}
describeType(Part, { name: t.string, price: t.decimal });

class Sample {
  constructor(
    readonly id: string,
    readonly decimal: string,
    readonly maybeDecimal: string | null,
    readonly day: Temporal.PlainDate,
    readonly maybeDay: Temporal.PlainDate | null,
    readonly time: Temporal.PlainTime,
    readonly moment: Temporal.PlainDateTime,
    readonly instant: Temporal.Instant,
    readonly maybeInstant: Temporal.Instant | null,
    readonly days: readonly Temporal.PlainDate[],
    readonly part: Part,
  ) {}
}
describeType(Sample, {
  id: t.uuid,
  decimal: t.decimal,
  maybeDecimal: t.nullable(t.decimal),
  day: t.localDate,
  maybeDay: t.nullable(t.localDate),
  time: t.localTime,
  moment: t.localDateTime,
  instant: t.instant,
  maybeInstant: t.nullable(t.instant),
  days: t.list(t.localDate),
  part: t.object(() => Part),
}, { id: "id", indexes: [["decimal", "id"]] });

const id = (n: number) => `0000000${n}-aaaa-4bbb-8ccc-0123456789ab`;

const samples = [
  ["1", "-12.5", "0.1", "2024-02-29", "1999-12-31", "00:00:00", "0001-01-01T00:00:00", "2024-01-01T00:00:00.123456Z"],
  ["2", "3", null, "2024-02-29", null, "23:59:59.999999", "2024-01-01T00:00:00.5", "2024-01-01T00:00:00.123457Z"],
  ["3", "3.00", "0.10", "9999-12-31", null, "12:00:00", "2024-01-01T00:00:00.51", "2024-01-01T00:00:00.123Z"],
  [
    "4",
    "123456789012345678901234567890.123",
    "-7",
    "0001-01-01",
    "2000-01-01",
    "12:00:00.1",
    "2024-01-01T00:00:00",
    "1969-12-31T23:59:59.999999Z",
  ],
  ["5", "-12.49", null, "2023-12-31", "2000-01-01", "12:00:00.000001", "2024-01-01T00:00:00", "2024-01-01T00:00:00Z"],
  ["6", "20", "10", "2023-12-31", null, "12:00:00", "1999-12-31T23:59:59.999999", "9999-12-31T23:59:59.999999Z"],
].map(([n, decimal, maybe, day, maybeDay, time, moment, instant]) =>
  new Sample(
    id(Number(n)),
    decimal!,
    maybe ?? null,
    Temporal.PlainDate.from(day!),
    maybeDay ? Temporal.PlainDate.from(maybeDay) : null,
    Temporal.PlainTime.from(time!),
    Temporal.PlainDateTime.from(moment!),
    Temporal.Instant.from(instant!),
    maybe ? null : Temporal.Instant.from(instant!),
    [Temporal.PlainDate.from(day!)],
    new Part("bolt", decimal!),
  )
);

/** An entity with its dates and times as texts, which compare by their properties. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

onEveryStoreWith([Sample], "21.1 what is saved comes back exactly", async (database, { name }) => {
  const repository = database.repository<Sample, string>(Sample);
  await repository.saveAll(samples);
  // MariaDB pads decimal numbers, so that zeros at their ends are not known to have been written.
  const exact = (text: string | null) => name === "mariadb" && text?.includes(".") ? text.replace(/\.?0+$/, "") : text;
  const expected = samples.map((sample) => ({
    ...sample,
    decimal: exact(sample.decimal),
    maybeDecimal: exact(sample.maybeDecimal),
    part: { ...sample.part, price: exact(sample.part.price) },
  }));
  assertEquals(plain(await repository.findAll(Sort.by("id"))), plain(expected));
  const read = (await repository.findById(id(1)))!;
  assertEquals([read.day, read.time, read.moment, read.instant].map((value) => value?.constructor), [
    Temporal.PlainDate,
    Temporal.PlainTime,
    Temporal.PlainDateTime,
    Temporal.Instant,
  ]);
  assertEquals(read.days[0]?.constructor, Temporal.PlainDate);
  assertEquals(plain(await repository.findById(id(1).toUpperCase())), plain(samples[0]));
});

onEveryStoreWith(
  [Sample],
  "21.1 walks by keys visit each row once, with ties, nulls and microseconds",
  async (database) => {
    const repository = database.repository<Sample, string>(Sample);
    await repository.saveAll(samples);
    const properties = [
      "id",
      "decimal",
      "maybeDecimal",
      "day",
      "maybeDay",
      "time",
      "moment",
      "instant",
      "maybeInstant",
    ];
    await walkByAll(repository, [...properties, "part.price"], (sample: Sample) => sample.id);
  },
);

onEveryStoreWith([Sample], "21.1 criteria compare by value", async (database) => {
  const repository = database.repository<Sample, string>(Sample);
  await repository.saveAll(samples);
  const found = async (criteria: Parameters<typeof repository.findBy>[0]) =>
    ((await repository.findBy(criteria, { sort: Sort.by("id") })) as Sample[]).map((sample) => Number(sample.id[7]));
  assertEquals(await found(where("decimal").is("3.0")), [2, 3]);
  assertEquals(await found(where("decimal").greaterThan("3")), [4, 6]);
  assertEquals(await found(where("decimal").lessThan(0)), [1, 5]);
  assertEquals(await found(where("decimal").in(["3.000", "20.0"])), [2, 3, 6]);
  assertEquals(await found(where("part.price").is("-12.50")), [1]);
  assertEquals(await found(where("day").is("2024-02-29")), [1, 2]);
  assertEquals(await found(where("day").between("2023-01-01", Temporal.PlainDate.from("2024-01-01"))), [5, 6]);
  assertEquals(await found(where("time").is(Temporal.PlainTime.from("12:00"))), [3, 6]);
  assertEquals(await found(where("moment").atLeast("2024-01-01T00:00:00.5")), [2, 3]);
  assertEquals(await found(where("instant").greaterThan("2024-01-01T00:00:00.123Z")), [1, 2, 6]);
  assertEquals(await found(where("instant").is("2024-01-01T01:00:00.123456+01:00")), [1]);
  assertEquals(await found(where("instant").is(new Date("2024-01-01T00:00:00Z"))), [5]);
  assertEquals(await found(where("maybeInstant").isNull()), [1, 3, 4, 6]);
  assertEquals(await found(where("days").has(Temporal.PlainDate.from("2024-02-29"))), [1, 2]);
});

onEveryStoreWith(
  [Sample],
  "21.1 a value that is none of its type is refused, with what is needed",
  async (database) => {
    const repository = database.repository<Sample, string>(Sample);
    const refused = (values: Partial<Sample>, needed: string) =>
      assertRejects(
        () => repository.save(Object.assign(Object.create(Sample.prototype) as Sample, samples[0], values)),
        TypeError,
        needed,
      );
    await refused({ id: "8f14e45f" }, "Sample.id as it must be a UUID such as 8f14e45f-ceea-467f-9575-5e8e1b0b1c0a");
    await refused({ decimal: "1e5" }, "Sample.decimal as it must be a decimal number");
    await refused({ day: "2023-02-30" as never }, "Sample.day as it must be a date such as 2026-01-31");
    await refused({ time: "25:00" as never }, "Sample.time as it must be a time such as 12:30:00");
    await refused(
      { instant: "2024-01-01T00:00:00" as never },
      "Sample.instant as it must be a date and time with its zone",
    );
    await refused({ day: new Temporal.PlainDate(10_000, 1, 1) }, "of a year from 1 to 9999");
  },
);

onEveryStoreWith([Sample], "21.1 an id that is a UUID is made where it is absent", async (database) => {
  const repository = database.repository<Sample, string>(Sample);
  const saved = await repository.save(Object.assign(Object.create(Sample.prototype) as Sample, samples[0], { id: "" }));
  assertEquals(plain(await repository.findById(saved.id)), plain({ ...samples[0], id: saved.id }));
});

Deno.test("21.1 the compiler checks exact descriptors against properties", () => {
  class Wrong {
    constructor(readonly day: Date) {}
  }
  // @ts-expect-error a Date is no local date
  const description = describeType(Wrong, { day: t.localDate });
  assertEquals(description.properties.get("day"), { kind: "scalar", name: "LocalDate" });
});
