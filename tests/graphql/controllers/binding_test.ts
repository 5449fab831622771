import { assertEquals, assertThrows } from "@std/assert";
import * as v from "valibot";
import { z } from "zod";
import { ArgumentValue, argumentValueOf, describeType, param, type StandardSchema, t } from "@espalier/espalier";
import { ArgumentBindingError, type HandlerParameter } from "@espalier/espalier/graphql";

/** Reads a parameter from arguments, as a method would get it. */
function bind<T>(parameter: HandlerParameter<T>, args: Record<string, unknown>): T | Promise<T> {
  const site = { description: "Test#method[1 args]", methodName: "method", index: 0, bean: () => undefined };
  return parameter.prepare(site).direct!(undefined, args, undefined as never);
}

function errorsOf(parameter: HandlerParameter, args: Record<string, unknown>): unknown {
  const error = assertThrows(() => bind(parameter, args), ArgumentBindingError);
  return [error.objectName, ...error.fieldErrors.map(({ field, rejectedValue, code }) => [field, rejectedValue, code])];
}

class Item {
  name = "";
  age = 0;
}
describeType(Item, { name: t.string, age: t.int });

class Mixed {
  age = 0;
  constructor(readonly name: string) {}
}
describeType(Mixed, { name: t.string, age: t.int });

class Nested {
  constructor(readonly name: string, readonly age: number, readonly item: Item) {}
}
describeType(Nested, { item: t.object(() => Item), name: t.string, age: t.int });

class Basket {
  constructor(readonly items: readonly Item[]) {}
}
describeType(Basket, { items: t.list(t.object(() => Item)) });

class Options {
  readonly size: number;
  constructor({ size = 3 }: { size?: number }) {
    this.size = size;
  }
}
describeType(Options, { size: t.int });

const item = (name: string, age: number) => Object.assign(new Item(), { name, age });

Deno.test("C284 C287 C289 a class without constructor parameters gets its properties set", () => {
  assertEquals(bind(param.argument("i", t.object(() => Item)), { i: { name: "test" } }), item("test", 0));
  const many = bind(param.argument("l", t.list(t.object(() => Item))), { l: [{ name: "first" }, { name: "second" }] });
  assertEquals(many, [item("first", 0), item("second", 0)]);
  assertEquals(bind(param.argument("l", t.list(t.object(() => Item))), { l: [] }), []);
});

Deno.test("C292 what can't be converted is an error with its path, code and rejected value", () => {
  assertEquals(
    errorsOf(param.argument("simpleBean", t.object(() => Item)), { simpleBean: { name: "test", age: "invalid" } }),
    [
      "simpleBean",
      ["$.age", "invalid", "typeMismatch"],
    ],
  );
});

Deno.test("C293 lists keep null elements and may be empty", () => {
  const parameter = param.argument("l", t.list(t.nullable(t.string)));
  assertEquals(bind(parameter, { l: ["1", "2", "3"] }), ["1", "2", "3"]);
  assertEquals(bind(parameter, { l: ["1", null, "3"] }), ["1", null, "3"]);
  assertEquals(bind(parameter, { l: [] }), []);
});

Deno.test("null is refused where a list or a map is described to hold none, and is what the type says where it is", () => {
  const refused: [HandlerParameter, unknown, string][] = [
    [param.argument("a", t.list(t.string)), ["1", null], "$[1]"],
    [param.argument("a", t.list(t.list(t.int))), [[1], null, [null]], "$[1] $[2][0]"],
    [param.argument("a", t.nullable(t.list(t.nullable(t.list(t.int))))), [null, [null]], "$[1][0]"],
    [param.argument("a", t.list(t.enum("A"))), [null], "$[0]"],
    [param.argument("a", t.map(t.string)), { x: null, y: "1" }, "$[x]"],
    [param.argument("a", t.map(t.list(t.date))), { x: [null] }, "$[x][0]"],
    [param.argument("a", t.object(() => Basket)), { items: [{ name: "1" }, null] }, "$.items[1]"],
    [param.argumentValue("a", t.list(t.string)), [null], "$[0]"],
  ];
  for (const [parameter, a, places] of refused) {
    const objections = places.split(" ").map((place) => [place, null, "required"]);
    assertEquals(errorsOf(parameter, { a }), ["a", ...objections]);
  }
  const taken: [HandlerParameter, unknown, unknown][] = [
    [param.argument("a", t.list(t.nullable(t.string))), [null, "1"], [null, "1"]],
    [param.argument("a", t.list(t.optional(t.string))), [null, "1"], [undefined, "1"]],
    [param.argument("a", t.list(t.json)), [null], [null]],
    [param.argument("a", t.list(t.unknown)), [null], [null]],
    [param.argument("a", t.map(t.nullable(t.int))), { x: null }, { x: null }],
    [param.argument("a", t.map(t.unknown)), { x: null }, { x: null }],
    [param.argument("a", t.list(argumentValueOf(t.int))), [null], [ArgumentValue.ofNullable(null)]],
  ];
  for (const [parameter, a, expected] of taken) assertEquals(bind(parameter, { a }), expected);
});

Deno.test("C295 what the constructor does not take is set as a property afterwards", () => {
  const bound = bind(param.argument("m", t.object(() => Mixed)), { m: { name: "test", age: 30, surplus: 1 } }) as Mixed;
  assertEquals([bound instanceof Mixed, bound.name, bound.age], [true, "test", 30]);
});

Deno.test("C296 constructor parameters are matched by name, nested classes bound, texts converted to numbers", () => {
  const parameter = param.argument("n", t.object(() => Nested));
  assertEquals(
    bind(parameter, { n: { item: { name: "Item name" }, name: "Hello", age: "30" } }),
    new Nested("Hello", 30, item("Item name", 0)),
  );
});

Deno.test("C304 all errors come at once, in the order of the constructor", () => {
  const args = { n: { name: "Hello", age: "invalid", item: { name: "Item name", age: "invalid" } } };
  assertEquals(errorsOf(param.argument("n", t.object(() => Nested)), args), [
    "n",
    ["$.age", "invalid", "typeMismatch"],
    ["$.item.age", "invalid", "typeMismatch"],
  ]);
});

Deno.test("C305 C301 errors in lists carry the index", () => {
  const parameter = param.arguments(t.object(() => Basket));
  assertEquals(bind(parameter, { items: [{ name: "first" }] }), new Basket([item("first", 0)]));
  assertEquals(
    errorsOf(parameter, { items: [{ name: "first", age: "invalid" }, { name: "second", age: "invalid" }] }),
    [
      "basket",
      ["$.items[0].age", "invalid", "typeMismatch"],
      ["$.items[1].age", "invalid", "typeMismatch"],
    ],
  );
  const error = assertThrows(() => bind(parameter, { items: [{ age: "x" }] }), ArgumentBindingError);
  assertEquals(error.fieldErrors[0]!.message, "Failed to convert argument value");
});

Deno.test("a constructor that takes one object gets what was bound", () => {
  assertEquals(bind(param.argument("o", t.object(() => Options)), { o: {} }), new Options({}));
  assertEquals(bind(param.argument("o", t.object(() => Options)), { o: { size: "7" } }), new Options({ size: 7 }));
});

Deno.test("C307 C308 C326 raw maps and unknown values are handed on as they are", () => {
  const raw = { items: [{ name: "first", age: "21" }] };
  assertEquals(bind(param.argument("m", t.map(t.json)), { m: raw }), raw);
  assertEquals(bind(param.argument("m", t.unknown), { m: raw }), raw);
  assertEquals(bind(param.argument("m", t.map(t.int)), { m: { a: "1" } }), { a: 1 });
  assertEquals(errorsOf(param.argument("m", t.map(t.int)), { m: { a: "x" } }), ["m", ["$[a]", "x", "typeMismatch"]]);
  assertEquals(errorsOf(param.argument("m", t.map(t.json)), { m: [1] }), ["m", ["$", [1], "typeMismatch"]]);
});

Deno.test("scalars convert what fits and refuse the rest", () => {
  const of = (descriptor: Parameters<typeof param.argument>[1], value: unknown) =>
    bind(param.argument("a", descriptor as typeof t.unknown), { a: value });
  assertEquals(of(t.bigint, "12345678901234567890"), 12345678901234567890n);
  assertEquals(of(t.bigint, 7), 7n);
  assertEquals(of(t.date, "2024-01-01T00:00:00Z"), new Date("2024-01-01T00:00:00Z"));
  assertEquals(of(t.date, 0), new Date(0));
  assertEquals(of(t.boolean, "true"), true);
  assertEquals(of(t.id, 7), "7");
  assertEquals(of(t.string, 7), "7");
  assertEquals(of(t.float, "1.5"), 1.5);
  assertEquals(of(t.enum("A", "B"), "A"), "A");
  for (
    const [descriptor, value] of [
      [t.int, 1.5],
      [t.int, ""],
      [t.date, "never"],
      [t.date, "March 7"],
      [t.date, "2023-02-29"],
      [t.boolean, 1],
      [t.bigint, "x"],
      [t.enum("A"), "C"],
      [t.string, {}],
      [t.bytes, "x"],
      [t.object(() => Item), "text"],
    ] as const
  ) {
    assertThrows(() => of(descriptor, value), ArgumentBindingError);
  }
});

Deno.test("a missing value for a parameter that is never null is refused, a nullable one becomes null or undefined", () => {
  assertEquals(errorsOf(param.argument("a", t.string), {}), ["a", ["$", undefined, "required"]]);
  assertEquals(bind(param.argument("a", t.nullable(t.string)), {}), null);
  assertEquals(bind(param.argument("a", t.optional(t.string)), { a: null }), undefined);
});

Deno.test("C313 C314 C316 C317 C319 ArgumentValue tells omitted from null", () => {
  const parameter = param.argumentValue("a", t.int);
  const states = (args: Record<string, unknown>) => {
    const value = bind(parameter, args) as ArgumentValue<number>;
    return [value.value(), value.isPresent(), value.isEmpty(), value.isOmitted(), value.asOptional(), String(value)];
  };
  assertEquals(states({}), [null, false, false, true, undefined, "ArgumentValue[omitted]"]);
  assertEquals(states({ a: null }), [null, false, true, false, undefined, "ArgumentValue[empty]"]);
  assertEquals(states({ a: "7" }), [7, true, false, false, 7, "ArgumentValue[7]"]);
  const called: unknown[] = [];
  ArgumentValue.ofNullable("hello").ifPresent((value) => called.push(value));
  ArgumentValue.ofNullable(null).ifPresent((value) => called.push(value));
  assertEquals(called, ["hello"]);
  assertEquals(ArgumentValue.omitted().equals(ArgumentValue.ofNullable(null)), false);
});

Deno.test("C527 C530 an omitted ArgumentValue leaves no trace in JSON", () => {
  const of = (name: ArgumentValue<string>) => JSON.stringify({ name });
  assertEquals(of(ArgumentValue.omitted()), "{}");
  assertEquals(of(ArgumentValue.ofNullable<string>(null)), '{"name":null}');
  assertEquals(of(ArgumentValue.ofNullable("")), '{"name":""}');
  assertEquals(of(ArgumentValue.ofNullable("The Library")), '{"name":"The Library"}');
});

Deno.test("C439 C440 an ArgumentValue is validated when it was given, even as null, and not when it was omitted", () => {
  const parameter = param.argumentValue("a", z.string().min(1));
  assertEquals(errorsOf(parameter, { a: "" }), ["a", ["$", "", "invalid"]]);
  assertEquals(errorsOf(parameter, { a: null }), ["a", ["$", null, "invalid"]]);
  assertEquals((bind(parameter, {}) as ArgumentValue<string>).isOmitted(), true);
  assertEquals(
    (bind(param.argumentValue("a", z.string().nullable()), { a: null }) as ArgumentValue<string>).isEmpty(),
    true,
  );
});

const schemas: Record<string, StandardSchema> = {
  zod: z.object({ title: z.string().min(2), tags: z.array(z.string().max(3)) }),
  valibot: v.object({ title: v.pipe(v.string(), v.minLength(2)), tags: v.array(v.pipe(v.string(), v.maxLength(3))) }),
};
for (const [library, schema] of Object.entries(schemas)) {
  Deno.test(`a Standard Schema of ${library} validates, and its objections become field errors with paths`, () => {
    const parameter = param.argument("input", schema);
    const good = { title: "Emma", tags: ["a"] };
    assertEquals(bind(parameter, { input: good }), good);
    assertEquals(errorsOf(parameter, { input: { title: "E", tags: ["a", "long"] } }), [
      "input",
      ["$.title", "E", "invalid"],
      ["$.tags[1]", "long", "invalid"],
    ]);
  });
}

Deno.test("a Standard Schema may transform and may take its time", async () => {
  const schema = z.object({ n: z.string().transform(Number) }).refine(() => Promise.resolve(true));
  assertEquals(await bind(param.argument("input", schema), { input: { n: "7" } }), { n: 7 });
});

Deno.test("a class that can't be bound is told at start-up, wherever it stands in the type", () => {
  class Undescribed {}
  assertThrows(
    () => bind(param.argument("u", t.list(t.nullable(t.object(() => Undescribed)))), { u: [] }),
    TypeError,
    'Cannot bind an argument to class "Undescribed" as it must be described: call describeType',
  );
  class Odd {
    constructor(readonly title: string, other: number) {
      void other;
    }
  }
  describeType(Odd, { title: t.string });
  assertThrows(
    () => bind(param.argument("o", t.object(() => Odd)), { o: {} }),
    TypeError,
    'Cannot bind an argument to class "Odd" as every constructor parameter must be a described property: ' +
      'the constructor takes 2, described are 1 (describe the others, or add option "construct" to describeType)',
  );
});
