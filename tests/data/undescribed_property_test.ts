import { assertEquals, assertRejects } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { UndescribedPropertyError } from "@espalier/espalier/data";
import { onEveryStoreWith } from "./stores.ts";

class Address {
  constructor(readonly city: string) {}
}
describeType(Address, { city: t.string });

class Customer {
  constructor(
    readonly id: string,
    readonly home: Address,
    readonly others: readonly Address[] = [],
    readonly byName: Readonly<Record<string, Address>> = {},
    readonly referredBy: Customer | null = null,
  ) {}
}
describeType(Customer, {
  id: t.id,
  home: t.object(() => Address),
  others: t.list(t.object(() => Address)),
  byName: t.map(t.object(() => Address)),
  referredBy: t.nullable(t.object(() => Customer)),
}, { id: "id" });

/** A subclass may have more than its base class describes. */
class Member extends Customer {
  readonly points = 3;
}

const home = new Address("Leeds");
const with$ = <T extends object>(value: T): T => ({ ...value, street: "Main Street" });

onEveryStoreWith([Customer], "20.2 a property that is not described is refused, not lost", async (database) => {
  const customers = database.repository<Customer, string>(Customer);
  const refused: readonly (readonly [Customer, string, string])[] = [
    [{ ...new Customer("1", home), street: "x" } as Customer, "Customer", "street"],
    [new Member("1", home), "Customer", "points"],
    [new Customer("1", with$(home)), "Address", "street"],
    [new Customer("1", home, [home, with$(home)]), "Address", "street"],
    [new Customer("1", home, [], { a: with$(home) }), "Address", "street"],
  ];
  for (const [customer, entity, property] of refused) {
    for (const save of [() => customers.save(customer), () => customers.saveAll([customer])]) {
      const error = await assertRejects(save, UndescribedPropertyError, `describeType(${entity}, {…})`);
      assertEquals([error.entity, error.property], [entity, property]);
    }
  }
  assertEquals(await customers.count(), 0);
});

onEveryStoreWith(
  [Customer],
  "20.2 methods, undefined and the properties of a referred entity are no values",
  async (database) => {
    const customers = database.repository<Customer, string>(Customer);
    const first = await customers.save(new Customer("1", home));
    const values = { greet: () => "hello", nothing: undefined };
    const second = { ...new Customer("2", home, [], {}, with$(first)), ...values } as Customer;
    await customers.save(second);
    assertEquals((await customers.findById("2"))?.referredBy?.id, "1");
  },
);
