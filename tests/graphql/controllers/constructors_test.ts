import { assertEquals, assertThrows } from "@std/assert";
import {
  type ArgumentValue,
  argumentValueOf,
  controller,
  describeType,
  param,
  QueryMapping,
  t,
} from "@espalier/espalier";
import type { Class } from "../../../src/kernel/mod.ts";
import type { HandlerParameter } from "@espalier/espalier/graphql";
import { startApp } from "../graphql_app.ts";

/** Reads a parameter from arguments, as a method would get it. */
function bind<T>(parameter: HandlerParameter<T>, args: Record<string, unknown>): T | Promise<T> {
  const site = { description: "Test#method[1 args]", methodName: "method", index: 0, bean: () => undefined };
  return parameter.prepare(site).direct!(undefined, args, undefined as never);
}

function made<T>(type: Class<T>, input: Record<string, unknown>): T {
  return bind(param.argument("i", t.object(() => type)), { i: input }) as T;
}

Deno.test("a comment that mentions a constructor changes no field of an argument", async () => {
  class Person {
    // Unlike the old one, constructor (lastName, firstName), this takes the first name first.
    /* constructor(lastName, firstName) */
    readonly note = " constructor(lastName, firstName) {}";
    constructor(readonly firstName: string, readonly lastName: string) {}
  }
  describeType(Person, { firstName: t.string, lastName: t.string });
  class People {
    @QueryMapping({ params: [param.argument("person", t.object(() => Person))], returns: t.string })
    greet({ firstName, lastName }: Person): string {
      return `${firstName} ${lastName}`;
    }
  }
  const schema = `type Query { greet(person: Person!): String! }
    input Person { firstName: String! lastName: String! }`;
  await using app = await startApp(schema, [controller(People)]);
  assertEquals((await app.post('{ greet(person: { lastName: "Austen", firstName: "Jane" }) }')).body, {
    data: { greet: "Jane Austen" },
  });
});

Deno.test("a class written by hand without names in its source is constructed in the order of its description", () => {
  const Pair = new Function("return class { constructor(...a) { [this.first, this.second] = a; } }")() as Class<
    { first: string; second: string }
  >;
  describeType(Pair, { first: t.string, second: t.string });
  assertEquals({ ...made(Pair, { second: "2", first: "1" }) }, { first: "1", second: "2" });
});

Deno.test("a constructor that stores its parameters may take them in another order than described", () => {
  class Range {
    constructor(readonly from: number, readonly to: number, readonly unit: string = "m") {}
  }
  describeType(Range, { unit: t.string, to: t.int, from: t.int });
  assertEquals(made(Range, { from: 1, to: 2 }), new Range(1, 2));
  assertEquals(made(Range, { from: 1, to: 2, unit: "km" }), new Range(1, 2, "km"));
});

Deno.test("a constructor that changes its parameters must take them in the order of the description", () => {
  class Trimmed {
    readonly first: string;
    readonly last: string;
    constructor(last: string, first: string) {
      this.first = first.trim();
      this.last = last.trim();
    }
  }
  describeType(Trimmed, { first: t.string, last: t.string });
  assertThrows(
    () => made(Trimmed, { first: "a", last: "b" }),
    TypeError,
    'Cannot bind an argument to class "Trimmed" as its properties must be described in the order of its ' +
      'constructor\'s parameters: property "first" takes the parameter described as "last"',
  );
});

Deno.test("a constructor that validates gets the described order, and values in each other's place are refused", () => {
  class Email {
    readonly user: string;
    readonly host: string;
    constructor(user: string, host: string) {
      if (!host.includes(".")) throw new RangeError(`no host: ${host}`);
      [this.user, this.host] = [user, host];
    }
  }
  describeType(Email, { user: t.string, host: t.string });
  assertEquals(made(Email, { host: "x.org", user: "ann" }), new Email("ann", "x.org"));

  class Swapped {
    readonly user: string;
    readonly host: string;
    constructor(host: string, user: string) {
      if (!host.includes(".")) throw new RangeError(`no host: ${host}`);
      [this.user, this.host] = [user, host];
    }
  }
  describeType(Swapped, { user: t.string, host: t.string });
  assertThrows(() => made(Swapped, { user: "ann.b", host: "x.org" }), TypeError, "in the order of its constructor's");
});

Deno.test("parameters with defaults and properties beside them are told apart, also where the values are changed", () => {
  class Search {
    readonly text: string;
    readonly language: string;
    isFuzzy = true;
    limit = 10;
    constructor(text: string, language = "EN") {
      this.text = text.trim();
      this.language = language.toLowerCase();
    }
  }
  describeType(Search, { text: t.string, language: t.string, isFuzzy: t.boolean, limit: t.int });
  const shown = ({ text, language, isFuzzy, limit }: Search) => [text, language, isFuzzy, limit];
  assertEquals(shown(made(Search, { text: " a " })), ["a", "en", true, 10]);
  assertEquals(shown(made(Search, { text: "a", language: "DE", isFuzzy: false, limit: 3 })), ["a", "de", false, 3]);
  assertEquals(shown(made(Search, { text: "a", isFuzzy: null, limit: null })), ["a", "en", true, 10]);
});

Deno.test("a subclass without a constructor takes what its parent's takes, and requires it", () => {
  class Named {
    constructor(readonly name: string, readonly age: number) {}
  }
  describeType(Named, { name: t.string, age: t.int });
  class Employee extends Named {
    salary = 0;
  }
  describeType(Employee, { salary: t.int });
  const { name, age, salary } = made(Employee, { name: "Ann", age: 30, salary: 5 });
  assertEquals([name, age, salary], ["Ann", 30, 5]);
  assertThrows(() => made(Employee, { name: "Ann" }), Error, "$.age: A value is required");
});

Deno.test("private state is constructed, and a value that is omitted is told from null", () => {
  class Secret {
    readonly #word: string;
    constructor(word: string, readonly hint: ArgumentValue<string>) {
      this.#word = word;
    }
    matches(word: string): boolean {
      return word === this.#word;
    }
    get word(): string {
      return "*".repeat(this.#word.length);
    }
  }
  describeType(Secret, { word: t.string, hint: argumentValueOf(t.string) });
  const secret = made(Secret, { word: "abc", hint: null });
  assertEquals([secret.matches("abc"), secret.word, secret.hint.isEmpty()], [true, "***", true]);
});

Deno.test("a constructor that takes one object of any kind gets what was bound", () => {
  class Options {
    readonly size: number = 3;
    readonly name: string = "";
    constructor(values: Partial<Options> = {}) {
      Object.assign(this, values);
    }
  }
  describeType(Options, { size: t.int, name: t.string });
  assertEquals(made(Options, { name: "x" }), new Options({ name: "x" }));
});

Deno.test("describeType takes a function that constructs, for everything that an order can't say", () => {
  class Keyword {
    private constructor(readonly term: string, readonly weight: number) {}
    static of(term: string, weight: number): Keyword {
      return new Keyword(term.toUpperCase(), weight);
    }
  }
  describeType(Keyword as unknown as Class<Keyword>, { weight: t.int, term: t.string }, {
    construct: ({ term, weight }) => Keyword.of(term ?? "none", weight ?? 1),
  });
  assertEquals(made(Keyword as unknown as Class<Keyword>, { term: "a" }), Keyword.of("a", 1));
});

Deno.test("start-up says what to do where a constructor can't be understood", () => {
  class Odd {
    size = 1;
    constructor(readonly name: string) {
      if (!name.startsWith("#")) throw new RangeError("no name");
    }
  }
  describeType(Odd, { name: t.string, size: t.int });
  assertThrows(
    () => made(Odd, { name: "#a" }),
    TypeError,
    'Cannot find out whether the constructor of class "Odd" takes property "size" as it throws for sample values: ' +
      'add option "construct" to describeType, { construct: (values) => new Odd(…) }',
  );
});

Deno.test("a class is constructed with samples once, at start-up, and then once for each argument", async () => {
  const calls: unknown[] = [];
  class Counted {
    constructor(readonly name: string) {
      calls.push(name);
    }
  }
  describeType(Counted, { name: t.string });
  class Reading {
    @QueryMapping({ params: [param.argument("c", t.object(() => Counted))], returns: t.string })
    read({ name }: Counted): string {
      return name;
    }
  }
  await using app = await startApp("type Query { read(c: Counted!): String! } input Counted { name: String! }", [
    controller(Reading),
  ]);
  calls.length = 0;
  assertEquals((await app.post('{ a: read(c: { name: "1" }) b: read(c: { name: "2" }) }')).body, {
    data: { a: "1", b: "2" },
  });
  assertEquals(calls, ["1", "2"]);
});
