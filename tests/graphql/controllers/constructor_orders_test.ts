import { assertEquals, assertThrows } from "@std/assert";
import { type AnyDescriptor, type Class, describeType, param, t } from "@espalier/espalier";

const site = { description: "Test#method[1 args]", methodName: "method", index: 0, bean: () => undefined };

/** Makes an object as the argument of a method. */
function made<T>(type: Class<T>, input: Record<string, unknown>): T {
  const descriptor: AnyDescriptor = t.object(() => type);
  return param.argument("i", descriptor as never).prepare(site).direct!(
    undefined,
    { i: input },
    undefined as never,
  ) as T;
}

const orderOf = (type: string, name: string, other: string) =>
  `Cannot bind an argument to class "${type}" as its properties must be described in the order of its constructor's ` +
  `parameters: property "${name}" takes the parameter described as "${other}"`;

/** Addresses of which the constructor refuses samples, so that only real values show the order. */
class Address {
  readonly user: string;
  readonly host: string;
  readonly note: string;
  constructor(user: string, note: string, host: string) {
    if (!host.includes(".") && !note.includes(".")) throw new RangeError(`no host: ${host}`);
    [this.user, this.host, this.note] = [user, host, note];
  }
}
describeType(Address, { user: t.string, host: t.string, note: t.string });

Deno.test("two values in each other's place are found wherever they stand, and named in the constructor's order", () => {
  assertThrows(
    () => made(Address, { user: "ann", host: "x.org", note: "n" }),
    TypeError,
    orderOf("Address", "host", "note"),
  );
  assertEquals({ ...made(Address, { user: "ann", host: "x.org", note: "x.org" }) }, {
    user: "ann",
    host: "x.org",
    note: "x.org",
  });
  class Swapped {
    readonly user: string;
    readonly host: string;
    constructor(host: string, user: string) {
      if (!host.includes(".")) throw new RangeError(`no host: ${host}`);
      [this.user, this.host] = [user, host];
    }
  }
  describeType(Swapped, { user: t.string, host: t.string });
  assertThrows(() => made(Swapped, { user: "a.b", host: "x.org" }), TypeError, orderOf("Swapped", "user", "host"));
});

Deno.test("an object of options is told from parameters, also where its values are changed or its defaults are samples", () => {
  class Changing {
    readonly size: number;
    readonly name: string;
    constructor({ size = 3, name = "" }: { size?: number; name?: string } = {}) {
      this.size = Number(size);
      this.name = String(name).trim();
    }
  }
  describeType(Changing, { size: t.int, name: t.string });
  assertEquals({ ...made(Changing, { size: 5, name: " x " }) }, { size: 5, name: "x" });

  class Partly {
    readonly size: number;
    note = "";
    constructor({ size = 3 }: { size?: number } = {}) {
      this.size = size;
    }
  }
  describeType(Partly, { size: t.int, note: t.string });
  assertEquals(made(Partly, { size: 5 }).size, 5);

  class Chance {
    size = 1;
    name = "";
  }
  describeType(Chance, { size: t.int, name: t.string });
  assertEquals({ ...made(Chance, { size: 7, name: "x" }) }, { size: 7, name: "x" });
});

Deno.test("a constructor that keeps only some parameters as they are must take them in the described order", () => {
  class Named {
    readonly first: string;
    readonly last: string;
    constructor(first: string, last: string) {
      this.first = first;
      this.last = String(last).toString();
    }
  }
  describeType(Named, { last: t.string, first: t.string });
  assertThrows(() => made(Named, { first: "a", last: "b" }), TypeError, orderOf("Named", "last", "first"));
});

Deno.test("flags that a constructor turns round are in nobody's place", () => {
  class Flags {
    readonly open: boolean;
    readonly shown: boolean;
    constructor(open: boolean, shown: boolean) {
      this.open = !open;
      this.shown = !shown;
    }
  }
  describeType(Flags, { open: t.boolean, shown: t.boolean });
  assertEquals({ ...made(Flags, { open: true, shown: false }) }, { open: false, shown: true });
});

Deno.test("a parameter with a default that the constructor changes is a parameter", () => {
  class Mode {
    readonly name: string;
    readonly mode: string;
    readonly isOn: boolean;
    constructor(name: string, mode: string = "A", isOn: boolean = false) {
      this.name = name.trim();
      this.mode = mode.toLowerCase();
      this.isOn = !isOn;
    }
  }
  describeType(Mode, { name: t.string, mode: t.enum("A", "B") as never, isOn: t.boolean });
  assertEquals({ ...made(Mode, { name: "x", mode: "B", isOn: true }) }, { name: "x", mode: "b", isOn: false });
  assertEquals({ ...made(Mode, { name: "x" }) }, { name: "x", mode: "a", isOn: true });
});
