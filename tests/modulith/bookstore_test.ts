import { assertEquals, assertThrows } from "@std/assert";
import { createApp, createContainer } from "@espalier/espalier";
import { ApplicationModules, type ApplicationModulesOptions, Violations } from "@espalier/espalier/modulith";
import { features } from "../../examples/bookstore/features.ts";
import stored from "./bookstore_modules.json" with { type: "json" };

const bookstore = new URL("../../examples/bookstore/", import.meta.url);
const options: ApplicationModulesOptions = { detection: "explicitly-declared" };

Deno.test("B1.2 the bookstore's modules are those of the stored document", async () => {
  await using app = await createApp(createContainer(...features("sqlite::memory:")), {
    root: bookstore,
    properties: { logging: { level: "OFF" }, actuator: { discovery: true, exposureInclude: ["*"] } },
  });
  const response = await app.fetch(new Request("http://localhost/actuator/modulith"));
  assertEquals(await response.text(), JSON.stringify(stored));
});

Deno.test("B2.1 the bookstore keeps its structure", async () => {
  (await ApplicationModules.scan(bookstore, options)).verify();
});

/** A copy of the bookstore in which files can be changed. */
class Copy implements Disposable {
  readonly #parent = Deno.makeTempDirSync({ prefix: "espalier-" });
  readonly root = new URL(`file://${this.#parent}/bookstore/`);

  constructor() {
    copyFolder(bookstore, this.root);
  }

  prepend(path: string, text: string): void {
    const file = new URL(path, this.root);
    Deno.writeTextFileSync(file, `${text}\n${Deno.readTextFileSync(file)}`);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#parent, { recursive: true });
  }
}

function copyFolder(from: URL, to: URL): void {
  Deno.mkdirSync(to);
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) copyFolder(new URL(`${name}/`, from), new URL(`${name}/`, to));
    else if (name.endsWith(".ts")) Deno.copyFileSync(new URL(name, from), new URL(name, to));
  }
}

Deno.test("B2.1 violations that are planted into a copy of the bookstore are found, all at once", async () => {
  using copy = new Copy();
  copy.prepend(
    "shipping/shipping.ts",
    '// moved down\nimport { OrderRepository } from "../orders/order_repository.ts";',
  );
  copy.prepend("inventory/inventory.ts", 'import type { Shipment } from "../shipping/mod.ts";');
  copy.prepend("catalog/money.ts", 'const lazily = () => import("../orders/mod.ts");');
  copy.prepend("main.ts", 'import "./catalog/money.ts";');
  const modules = await ApplicationModules.scan(copy.root, options);
  const { violations, warnings } = assertThrows(() => modules.verify(), Violations);
  assertEquals(violations.map(({ kind, file, line, specifier }) => [kind, file, line, specifier]), [
    ["cycle", undefined, undefined, undefined],
    ["undeclared", "catalog/money.ts", 1, "../orders/mod.ts"],
    ["undeclared", "inventory/inventory.ts", 1, "../shipping/mod.ts"],
    ["not-exposed", "main.ts", 1, "./catalog/money.ts"],
    ["not-exposed", "shipping/shipping.ts", 2, "../orders/order_repository.ts"],
  ]);
  assertEquals(
    violations[0]!.message.split("\n")[0],
    "Cycle detected: Slice catalog -> Slice orders -> Slice catalog",
  );
  assertEquals(warnings.map(({ message }) => message.split("\n")[0]), [
    "Cycle detected among types: Slice catalog -> Slice orders -> Slice inventory -> Slice catalog",
    "Cycle detected among types: Slice inventory -> Slice shipping -> Slice orders -> Slice inventory",
  ]);
});
