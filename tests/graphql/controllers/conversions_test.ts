import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { type AnyDescriptor, ArgumentValue, argumentValueOf, describeType, param, t } from "@espalier/espalier";
import { ArgumentBindingError } from "@espalier/espalier/graphql";

const site = { description: "Test#method[1 args]", methodName: "method", index: 0, bean: () => undefined };

/** Binds a value as a method would get it. */
function bound(type: AnyDescriptor, value: unknown): unknown {
  return param.argument("a", type as never).prepare(site).direct!(undefined, { a: value }, undefined as never);
}

/** The places and codes of what is refused. */
function refusals(type: AnyDescriptor, value: unknown): unknown[] {
  const { fieldErrors } = assertThrows(() => bound(type, value), ArgumentBindingError);
  return fieldErrors.map(({ field, code, rejectedValue }) => [field, code, rejectedValue]);
}

const uuid = "0f8fad5b-d9cb-469f-a165-70867728950e";
const bytes = new Uint8Array([1]);
const date = new Date(5);

const converted: readonly (readonly [AnyDescriptor, unknown, unknown])[] = [
  [t.string, "a", "a"],
  [t.string, 5, "5"],
  [t.string, true, "true"],
  [t.string, 5n, "5"],
  [t.id, "a", "a"],
  [t.id, 5, "5"],
  [t.int, "30", 30],
  [t.int, 30, 30],
  [t.float, "1.5", 1.5],
  [t.boolean, true, true],
  [t.boolean, "true", true],
  [t.boolean, "false", false],
  [t.bigint, 5n, 5n],
  [t.bigint, 5, 5n],
  [t.bigint, "-5", -5n],
  [t.date, date, date],
  [t.date, 5, date],
  [t.date, "1970-01-01T00:00:00.005Z", date],
  [t.bytes, bytes, bytes],
  [t.uuid, uuid.toUpperCase(), uuid],
  [t.uuid, uuid, uuid],
  [t.enum("A", "B"), "B", "B"],
  [t.list(t.int), "5", [5]],
  [t.list(t.int), [], []],
  [t.map(t.int), { a: "5" }, { a: 5 }],
];

const misfits: readonly (readonly [AnyDescriptor, unknown])[] = [
  [t.string, {}],
  [t.string, ["a"]],
  [t.id, true],
  [t.id, 5n],
  [t.int, "a"],
  [t.int, 1.5],
  [t.int, " "],
  [t.float, "1e999"],
  [t.float, "Infinity"],
  [t.float, true],
  [t.boolean, "yes"],
  [t.boolean, 1],
  [t.bigint, 2 ** 53],
  [t.bigint, 1.5],
  [t.bigint, "1.5"],
  [t.date, Number.MAX_VALUE],
  [t.date, true],
  [t.bytes, "AQ=="],
  [t.bytes, [1]],
  [t.uuid, "x"],
  [t.enum("A", "B"), "C"],
  [t.enum("A", "B"), 5],
  [t.map(t.int), [5]],
  [t.map(t.int), "5"],
  [t.map(t.json), [5]],
];

Deno.test("C292 values are converted to what a method asks for, and what loses something is refused", () => {
  for (const [type, value, expected] of converted) assertEquals([value, bound(type, value)], [value, expected]);
  for (const [type, value] of misfits) {
    assertEquals(refusals(type, value), [["$", "typeMismatch", value]]);
  }
});

Deno.test("a raw map is handed on as it is, one of described values is bound value by value", () => {
  const raw = { a: "1", b: null };
  assertStrictEquals(bound(t.map(t.json), raw), raw);
  assertEquals(refusals(t.map(t.int), { a: "1", b: "x", c: null }), [
    ["$[b]", "typeMismatch", "x"],
    ["$[c]", "required", null],
  ]);
});

Deno.test("a refusal of a secret does not repeat it", () => {
  class Login {
    constructor(readonly name: string, readonly pin: number) {}
  }
  describeType(Login, { name: t.string, pin: t.secret(t.int) });
  const [first, second] = refusals(t.object(() => Login), { name: {}, pin: "hunter2" }) as unknown[][];
  assertEquals(first, ["$.name", "typeMismatch", {}]);
  assertEquals(second!.slice(0, 2), ["$.pin", "typeMismatch"]);
  assertEquals(JSON.stringify(second).includes("hunter2"), false);
});

class Note {
  text = "";
  comment!: string | null;
}
describeType(Note, { text: t.string, comment: t.nullable(t.string) });

Deno.test("an object is made of an object alone; one of the class is taken as it is", () => {
  const type = t.object(() => Note);
  const note = Object.assign(new Note(), { text: "a" });
  assertStrictEquals(bound(type, note), note);
  for (const value of ["a", 5, [], [{ text: "a" }]]) {
    assertEquals(refusals(type, value), [["$", "typeMismatch", value]]);
  }
});

Deno.test("a property that the client sets to null is null, and one that it leaves out is as the class made it", () => {
  const type = t.object(() => Note);
  assertEquals(bound(type, { comment: null }), Object.assign(new Note(), { comment: null }));
  assertEquals(bound(type, {}), new Note());
});

Deno.test("a property whose setter throws is refused with its place", () => {
  class Guarded {
    set text(value: string) {
      if (value === "bad") throw new RangeError("no");
    }
  }
  describeType(Guarded, { text: t.string });
  assertEquals(bound(t.object(() => Guarded), { text: "good" }) instanceof Guarded, true);
  assertEquals(refusals(t.object(() => Guarded), { text: "bad" }), [["$.text", "invalidPropertyValue", "bad"]]);
});

Deno.test("a value in a container is bound, and a container is taken as it is", () => {
  class Change {
    constructor(readonly size: ArgumentValue<number>, readonly note: ArgumentValue<Note>) {}
  }
  describeType(Change, { size: argumentValueOf(t.int), note: argumentValueOf(t.object(() => Note)) });
  const type = t.object(() => Change);
  const size = ArgumentValue.ofNullable(3);
  const change = bound(type, { size, note: { text: "a" } }) as Change;
  assertStrictEquals(change.size, size);
  assertEquals(change.note.asOptional(), Object.assign(new Note(), { text: "a" }));
  assertEquals(refusals(type, { size: "x", note: null }), [["$.size", "typeMismatch", "x"]]);
  const { note } = bound(type, { size: 1, note: null }) as Change;
  assertEquals([note.isOmitted(), note.asOptional()], [false, undefined]);
});

Deno.test("containers of values are equal where both say the same", () => {
  const [omitted, none, one] = [
    ArgumentValue.omitted<number>(),
    ArgumentValue.ofNullable<number>(null),
    ArgumentValue.ofNullable(1),
  ];
  assertEquals([omitted, none, one].map((each) => each.equals(omitted)), [true, false, false]);
  assertEquals([omitted, none, one].map((each) => each.equals(none)), [false, true, false]);
  assertEquals([one.equals(ArgumentValue.ofNullable(1)), one.equals(ArgumentValue.ofNullable(2))], [true, false]);
});

Deno.test("an error of many refusals names the first twenty, and how many more there are", () => {
  const messageOf = (count: number) =>
    assertThrows(() => bound(t.list(t.int), Array(count).fill("x")), ArgumentBindingError).message;
  assertEquals(messageOf(20).split("; ").length, 20);
  assertEquals(messageOf(20).includes("more"), false);
  assertEquals(messageOf(21).split("; ").length, 21);
  assertEquals(messageOf(25).endsWith("; and 5 more"), true);
});

Deno.test("a class that can't be bound is found when the method is prepared, however deep it stands", () => {
  class Bare {}
  class Loop {
    loop: Loop | null = null;
    bare: Bare | null = null;
  }
  describeType(Loop, { loop: t.nullable(t.object(() => Loop)), bare: t.nullable(t.object(() => Bare)) });
  for (const type of [t.object(() => Loop), t.list(t.object(() => Loop)), t.map(t.object(() => Loop))]) {
    assertThrows(
      () => param.argument("a", type as never).prepare(site),
      TypeError,
      'Cannot bind an argument to class "Bare" as it must be described',
    );
  }
  class Ring {
    ring: Ring | null = null;
  }
  describeType(Ring, { ring: t.nullable(t.object(() => Ring)) });
  assertEquals(bound(t.object(() => Ring), { ring: { ring: null } }), Object.assign(new Ring(), { ring: new Ring() }));
});

Deno.test("a subclass is constructed by itself, not by the function of its base class", () => {
  class Base {
    text = "";
  }
  describeType(Base, { text: t.string }, { construct: () => new Base() });
  class Derived extends Base {}
  assertEquals(bound(t.object(() => Derived), { text: "a" }) instanceof Derived, true);
});

Deno.test("a constructor that validates may show one value in two properties", () => {
  class Host {
    readonly user: string;
    readonly host: string;
    constructor(user: string, host: string) {
      if (!host.includes(".")) throw new RangeError(`no host: ${host}`);
      [this.user, this.host] = [host, host + user.slice(user.length)];
    }
  }
  describeType(Host, { user: t.string, host: t.string });
  assertEquals({ ...bound(t.object(() => Host), { user: "ann", host: "x.org" }) as Host }, {
    user: "x.org",
    host: "x.org",
  });
});

Deno.test("a constructor is not called with what was refused", () => {
  class Trimmed {
    readonly name: string;
    constructor(name: string) {
      this.name = name.trim();
    }
  }
  describeType(Trimmed, { name: t.string });
  assertEquals(refusals(t.object(() => Trimmed), { name: {} }), [["$.name", "typeMismatch", {}]]);
});
