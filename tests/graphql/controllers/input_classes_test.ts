import { assertEquals } from "@std/assert";
import { z } from "zod";
import {
  ArgumentValue,
  argumentValueOf,
  controller,
  describeType,
  param,
  QueryMapping,
  SchemaMapping,
  t,
} from "@espalier/espalier";
import type { HandlerParameter } from "@espalier/espalier/graphql";
import { startApp } from "../graphql_app.ts";

class Item {
  name = "";
  age = 0;
}
describeType(Item, { name: t.string, age: t.int });

class Author {
  constructor(readonly firstName: string, readonly lastName: string) {}
}
describeType(Author, { firstName: t.string, lastName: t.string });

class Book {
  name = "";
  author: Author | undefined = undefined;
  items: readonly Item[] = [];
}
describeType(Book, { name: t.string, author: t.optional(t.object(() => Author)), items: t.list(t.object(() => Item)) });

/** What may be missing, in each of the ways in which a class can say so. */
class Missing {
  constructor(
    readonly optional: string | undefined,
    readonly nullable: string | null,
    readonly item: Item | undefined,
    readonly preset: string | null = "preset",
    readonly size: number = 3,
  ) {}
}
describeType(Missing, {
  optional: t.optional(t.string),
  nullable: t.nullable(t.string),
  item: t.optional(t.object(() => Item)),
  preset: t.nullable(t.string),
  size: t.int,
});

class Change {
  constructor(readonly name: ArgumentValue<string>, readonly item: ArgumentValue<Item>) {}
}
describeType(Change, { name: argumentValueOf(t.string), item: argumentValueOf(t.object(() => Item)) });

class LaterChange {
  name: ArgumentValue<string> = ArgumentValue.omitted();
  change: Change | undefined = undefined;
}
describeType(LaterChange, { name: argumentValueOf(t.string), change: t.optional(t.object(() => Change)) });

const inputs = `
  input Item { name: String age: String }
  input Author { firstName: String lastName: String }
  input Book { name: String author: Author items: [Item] }
  input Missing { optional: String nullable: String item: Item preset: String size: Int other: Int }
  input Change { name: String item: Item }
  input LaterChange { name: String change: Change }`;

/** What a method is given for a parameter when a client writes these arguments. */
async function given<T>(parameter: HandlerParameter<T>, args: string, types: string): Promise<T> {
  const got: T[] = [];
  class Reading {
    @QueryMapping({ params: [parameter], returns: t.boolean })
    read(value: T): boolean {
      return got.push(value) > 0;
    }
  }
  await using app = await startApp(`type Query { read(${types}): Boolean } ${inputs}`, [controller(Reading)]);
  assertEquals((await app.post(`{ read${args} }`)).body, { data: { read: true } });
  return got[0]!;
}

const item = (name: string, age: number) => Object.assign(new Item(), { name, age });

Deno.test("C286 C290 C302 C322 nested classes, lists of one and fields without setters are bound", async () => {
  const read = (args: string) => given(param.argument("book", t.object(() => Book)), `(book: ${args})`, "book: Book");
  const nested = await read('{ name: "Emma", author: { firstName: "Jane", lastName: "Spring" } }');
  assertEquals(nested, Object.assign(new Book(), { name: "Emma", author: new Author("Jane", "Spring") }));
  assertEquals(
    await read('{ items: { name: "Joe", age: "37" } }'),
    Object.assign(new Book(), { items: [item("Joe", 37)] }),
  );
});

Deno.test("C298 C311 what is missing is what the class says of it, and presets stay", async () => {
  const read = (args: string) => given(param.argument("m", t.object(() => Missing)), `(m: ${args})`, "m: Missing");
  assertEquals(await read("{}"), new Missing(undefined, null, undefined));
  assertEquals(await read("{ optional: null, nullable: null, item: null }"), new Missing(undefined, null, undefined));
  assertEquals(await read("{ preset: null }"), new Missing(undefined, null, undefined, null));
  assertEquals(
    await read('{ optional: "Hello", nullable: "you", item: { name: "Item name" }, size: 4, other: 30 }'),
    new Missing("Hello", "you", item("Item name", 0), "preset", 4),
  );
});

const told = (value: ArgumentValue<unknown>) => value.isOmitted() ? "omitted" : value.value();

Deno.test("C299 C329 a class tells omitted from null, property by property", async () => {
  const read = async (args: string) => {
    const change = await given(param.argument("c", t.object(() => Change)), `(c: ${args})`, "c: Change");
    return [change instanceof Change, told(change.name), told(change.item)];
  };
  assertEquals(await read("{}"), [true, "omitted", "omitted"]);
  assertEquals(await read("{ name: null, item: null }"), [true, null, null]);
  assertEquals(await read('{ name: "Hello", item: { name: "Item name", age: "30" } }'), [
    true,
    "Hello",
    item("Item name", 30),
  ]);
  const later = await given(
    param.arguments(t.object(() => LaterChange)),
    "(change: {})",
    "name: String change: Change",
  );
  assertEquals([told(later.name), told(later.change!.name)], ["omitted", "omitted"]);
  const emptied = await given(
    param.arguments(t.object(() => LaterChange)),
    "(name: null)",
    "name: String change: Change",
  );
  assertEquals([told(emptied.name), emptied.change], [null, undefined]);
});

Deno.test("C299 the objections to a value that may be omitted name its place", async () => {
  class Refusing {
    @QueryMapping({ params: [param.argument("c", t.object(() => Change))], returns: t.boolean })
    read(_: Change): boolean {
      return true;
    }
  }
  await using app = await startApp(`type Query { read(c: Change): Boolean } ${inputs}`, [controller(Refusing)]);
  const { body } = await app.post('{ read(c: { item: { age: "old" } }) }');
  const { errors } = body as { errors: { extensions: { fieldErrors: unknown } }[] };
  assertEquals(errors[0]!.extensions.fieldErrors, [
    { field: "$.item.age", code: "typeMismatch", message: "Failed to convert argument value" },
  ]);
});

Deno.test("C323 C355 C356 C358 C359 one argument may be omitted or null, whichever way it is asked for", async () => {
  const types = "where: Change";
  const present = '(where: { name: "Orwell" })';
  const descriptor = t.object(() => Change);
  for (
    const parameter of [param.argumentValue("where", descriptor), param.argument("where", argumentValueOf(descriptor))]
  ) {
    const read = async (args: string) => {
      const value = await given(parameter, args, types);
      return [value.isPresent(), value.isOmitted(), told(value.value()?.name ?? ArgumentValue.omitted())];
    };
    assertEquals(await read(present), [true, false, "Orwell"]);
    assertEquals(await read("(where: null)"), [false, false, "omitted"]);
    assertEquals(await read(""), [false, true, "omitted"]);
  }
  const optional = param.argument("where", t.optional(descriptor));
  assertEquals(told((await given(optional, present, types))!.name), "Orwell");
  assertEquals(await given(optional, "", types), undefined);
});

Deno.test("a parameter of a constructor that is never null is required, unless it has a preset", async () => {
  class Sized {
    constructor(readonly name: string, readonly item: Item, readonly size: number = 3) {}
  }
  describeType(Sized, { name: t.string, item: t.object(() => Item), size: t.int });
  class Reading {
    @QueryMapping({ params: [param.argument("s", t.object(() => Sized))], returns: t.string })
    read({ name, item, size }: Sized): string {
      return `${name} ${item.age} ${size}`;
    }
  }
  const types = "input Sized { name: String item: Item size: Int }";
  await using app = await startApp(`type Query { read(s: Sized): String } ${types} ${inputs}`, [controller(Reading)]);
  assertEquals((await app.post('{ read(s: { name: "a", item: {}, size: null }) }')).body, { data: { read: "a 0 3" } });
  const { errors } = (await app.post("{ read(s: { name: null }) }")).body as {
    errors: { extensions: { classification: string; fieldErrors: unknown[] } }[];
  };
  const required = { code: "required", message: "A value is required" };
  assertEquals(errors.map(({ extensions }) => extensions), [{
    classification: "BAD_REQUEST",
    fieldErrors: [{ field: "$.name", ...required }, { field: "$.item", ...required }],
  }]);
});

Deno.test("C311 presets of a constructor may hold any text", async () => {
  class Joined {
    constructor(readonly words: readonly string[], readonly separator = ", (", readonly /* name, */ end: string) {}
  }
  describeType(Joined, { words: t.list(t.string), separator: t.string, end: t.string });
  const parameter = param.arguments(t.object(() => Joined));
  const read = await given(parameter, '(words: ["a"], end: ".")', "words: [String] separator: String end: String");
  assertEquals(read, new Joined(["a"], undefined, "."));
});

Deno.test("I1 C299 an argument that may be omitted is no finding of the inspection", async () => {
  class Reading {
    @QueryMapping({ params: [param.argument("c", argumentValueOf(t.string))], returns: t.nullable(t.boolean) })
    read(_: ArgumentValue<string>): boolean | null {
      return null;
    }
  }
  await using app = await startApp("type Query { read(c: String): Boolean }", [controller(Reading)]);
  const findings = app.logged.filter(({ level, message }) => level === "INFO" && message.includes("inspection"));
  assertEquals(findings.map(({ message }) => message), ["GraphQL schema inspection: no findings"]);
});

Deno.test("C361 C362 a source may be anything that a field returned, enum values and dates too", async () => {
  class Formats {
    @QueryMapping({ params: [], returns: t.unknown })
    formats(): unknown[] {
      return ["PAPERBACK", new Date(0), ["a", "b"]];
    }
    @SchemaMapping({ typeName: "Format", params: [param.source()], returns: t.string })
    label(format: unknown): string {
      return format instanceof Date ? format.toISOString() : String(format).toLowerCase();
    }
  }
  const schema = "type Query { formats: [Format] } type Format { label: String }";
  await using app = await startApp(schema, [controller(Formats)]);
  assertEquals((await app.post("{ formats { label } }")).body, {
    data: { formats: [{ label: "paperback" }, { label: "1970-01-01T00:00:00.000Z" }, { label: "a,b" }] },
  });
});

Deno.test("C325 a value class is made by a schema that transforms", async () => {
  class Keyword {
    private constructor(readonly term: string) {}
    static of(term: string): Keyword {
      return new Keyword(term);
    }
  }
  const keyword = z.string().transform((term) => Keyword.of(term));
  assertEquals(await given(param.argument("k", keyword), '(k: "test")', "k: String"), Keyword.of("test"));
});

Deno.test("C398 all arguments are bound to one class, which may leave some out", async () => {
  const parameter = param.arguments(t.object(() => Author));
  const read = await given(
    parameter,
    '(firstName: "George", lastName: "Orwell", age: 46)',
    "firstName: String lastName: String age: Int",
  );
  assertEquals(read, new Author("George", "Orwell"));
});

Deno.test("C436 C437 rules of each parameter are checked, and the method is not called", async () => {
  class Validated {
    @QueryMapping({
      params: [param.argument("a", z.string()), param.argument("b", z.int().max(10))],
      returns: t.string,
    })
    read(a: string, b: number): string {
      return `${a} ${b}`;
    }
  }
  await using app = await startApp("type Query { read(a: String, b: Int): String }", [controller(Validated)]);
  const answer = async (args: string) => {
    const { data, errors } = (await app.post(`{ read(${args}) }`)).body as {
      data: { read: unknown };
      errors?: { message: string; extensions: { classification: string } }[];
    };
    return [data.read, errors?.map(({ message, extensions }) => [message.split(":")[0], extensions.classification])];
  };
  assertEquals(await answer('a: "test", b: 2'), ["test 2", undefined]);
  assertEquals(await answer("a: null, b: 2"), [null, [['Cannot bind "a"', "BAD_REQUEST"]]]);
  assertEquals(await answer('a: "test", b: 12'), [null, [['Cannot bind "b"', "BAD_REQUEST"]]]);
});
