import { assertEquals, assertThrows } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { descriptionOf } from "../../src/kernel/describe_type.ts";

class Person {
  constructor(readonly name: string, readonly age: number | null) {}
}
class Employee extends Person {
  constructor(name: string, readonly manager: Employee | null) {
    super(name, null);
  }
}

Deno.test("describeType: a subclass starts from its parent's properties", () => {
  describeType(Person, { name: t.string, age: t.nullable(t.int) });
  describeType(Employee, { manager: t.nullable(t.object(() => Employee)) });
  assertEquals([...descriptionOf(Employee)!.properties.keys()], ["name", "age", "manager"]);
  assertEquals([...descriptionOf(Person)!.properties.keys()], ["name", "age"]);
});

Deno.test("describeType: a class is described once", () => {
  class Twice {
    constructor(readonly id: string) {}
  }
  describeType(Twice, { id: t.id });
  assertThrows(
    () => describeType(Twice, { id: t.id }),
    TypeError,
    'Cannot describe class "Twice" as it has been described before',
  );
});

Deno.test("describeType: the compiler checks descriptors against properties", () => {
  class Checked {
    constructor(readonly title: string, readonly subtitle: string | null, readonly count: number) {}
  }
  // Compile-time checks: the functions are never called.
  const wrong = [
    // @ts-expect-error a nullable property needs a nullable descriptor
    () => describeType(Checked, { subtitle: t.string }),
    // @ts-expect-error a property that is never null takes no nullable descriptor
    () => describeType(Checked, { title: t.nullable(t.string) }),
    // @ts-expect-error a number is no string
    () => describeType(Checked, { count: t.string }),
    // @ts-expect-error there is no such property
    () => describeType(Checked, { author: t.string }),
    // @ts-expect-error the id must be a property
    () => describeType(Checked, { title: t.string }, { id: "isbn" }),
  ];
  assertEquals(wrong.length, 5);
});
