import { t } from "@espalier/espalier";
import { GraphQlTester, HalTester, override, take } from "@espalier/espalier/testing";
import { createShop, Journal, Product, Products } from "./shop.ts";

const add = "mutation Add($name: String!, $cents: Int!) { addProduct(name: $name, cents: $cents) { id } }";

Deno.test("P3 the shop answers over GraphQL, HAL and the actuator", async () => {
  await using app = await createShop();
  const tester = GraphQlTester.create(app);
  for (const [name, cents] of [["Pen", 250], ["Ink", 999]] as const) {
    await tester.document(add).variables({ name, cents }).executeAndVerify();
  }
  const response = await tester.document("{ products { name price rank } }").execute();
  response.path("products").matchesJsonStrictly([
    { name: "Ink", price: "9.99 €", rank: 2 },
    { name: "Pen", price: "2.50 €", rank: 1 },
  ]);
  const refused = await tester.document(add).variables({ name: "Air", cents: 0 }).execute();
  refused.errors().expect(({ message }) => message === "A product costs at least a cent").verify();
  const numbers = tester.document("subscription { countdown(from: 2) }").subscribe("countdown", t.int);
  const counted = await take(numbers, 2);
  if (counted.join() !== "2,1") throw new Error(`Counted ${counted}`);

  const hal = HalTester.create(app);
  (await hal.get("/products{?sort}", { sort: "cents,desc" })).matchesJson({
    _embedded: { products: [{ name: "Ink" }, { name: "Pen" }] },
    page: { totalElements: 2 },
  });
  (await hal.get("/actuator")).link("health");
});

Deno.test("P3 listeners are told at once and later", async () => {
  const app = await createShop();
  await GraphQlTester.create(app).document(add).variables({ name: "Pen", cents: 1 }).executeAndVerify();
  const { entries } = app.container.get(Journal);
  // Stopping waits for what is told later.
  await app[Symbol.asyncDispose]();
  if (entries.join() !== "at once Pen,later Pen") throw new Error(`Journal: ${entries}`);
});

Deno.test("P3 one line in the container changes the answer", async () => {
  const gifts = { entityType: Product, findAll: () => Promise.resolve([new Product("x", "Gift", 1)]) };
  await using app = await createShop(override(Products, gifts as unknown as Products));
  const response = await GraphQlTester.create(app).document("{ products { name } }").execute();
  response.path("products[0].name").entity(t.string).isEqualTo("Gift");
});
