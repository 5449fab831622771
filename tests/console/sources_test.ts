import { assertEquals, assertMatch } from "@std/assert";
import { createApp, createContainer } from "@espalier/espalier";
import { ConsoleEndpoint } from "../../src/kernel/actuator_endpoint.ts";
import { features } from "../../examples/bookstore/features.ts";
import { ask } from "./console_app.ts";

const root = new URL("../../examples/bookstore/main.ts", import.meta.url);

const bookstore = (preset: "development" | "test") =>
  createApp(createContainer(...features()), { root, properties: { preset, logging: { level: "WARN" } } });

Deno.test("25.3 the console shows where a bean's method is written, in development alone", async () => {
  await using app = await bookstore("development");
  const place = async (name: string) => await (await ask(app, `/console/data/sources/${name}`)).json();
  const { file, line, firstLine, lines } = await place("BookController.books?module=catalog");
  assertEquals(file, "catalog/book_controller.ts");
  assertMatch(lines[line - firstLine], /^\s*(async )?books\(/);
  // The method of a repository is inherited: its class is shown.
  const inherited = await place("Books.findAll?module=catalog");
  assertMatch(inherited.lines[inherited.line - inherited.firstLine], /class Books\b/);
});

Deno.test("25.3 outside of development no source is read", async () => {
  await using app = await bookstore("test");
  assertEquals(app.container.isBound(ConsoleEndpoint), true);
  const ids = (await app.container.getAllAsync(ConsoleEndpoint)).map(({ id }) => id);
  assertEquals(ids.includes("sources"), false);
});

Deno.test("25.3 only classes of modules are found", async () => {
  await using app = await bookstore("development");
  const names = [
    "..%2F..%2Fdeno.json",
    "Nothing.at?module=catalog",
    "features",
    "BookController.books?module=..",
    "(.*)+x?module=catalog",
  ];
  for (const name of names) {
    const response = await ask(app, `/console/data/sources/${name}`);
    await response.body?.cancel();
    assertEquals(response.status, 404, name);
  }
});
