import { assertEquals, assertRejects } from "@std/assert";
import { createApp, createContainer } from "@espalier/espalier";
import { modulith } from "@espalier/espalier/modulith";

const valid = {
  identifier: "orders",
  displayName: "Orders",
  basePackage: "shop.orders",
  folder: "orders/",
  type: "closed",
  shared: false,
  interfaces: { "<<UNNAMED>>": ["Orders"] },
  declares: ["Orders"],
  uses: [{ target: "catalog", names: ["Catalog"], typeOnly: false }],
};

async function start(structure: object): Promise<void> {
  const properties = { logging: { level: "OFF" } } as const;
  await using _app = await createApp(createContainer(modulith({ structure })), { properties });
}

const file = (parts: object) => ({ version: 1, systemName: "shop", modules: [], violations: [], ...parts });
const withModule = (parts: object) => file({ modules: [valid, { ...valid, identifier: "other", ...parts }] });

const broken: readonly [structure: object, problem: string][] = [
  [
    file({ modules: [{}] }),
    "modules[0].identifier must be a string with at least one character: current value is undefined",
  ],
  [file({ modules: [null] }), "modules[0] must be an object: current value is null"],
  [file({ modules: ["orders"] }), 'modules[0] must be an object: current value is "orders"'],
  [file({ systemName: 1 }), "systemName must be a string: current value is 1"],
  [file({ violations: undefined }), "violations must be a list: current value is undefined"],
  [file({ violations: [{ kind: "cycle" }] }), "violations[0].message must be a string: current value is undefined"],
  [withModule({ folder: "other" }), 'modules[1].folder must be a path that ends in a slash: current value is "other"'],
  [withModule({ type: "ajar" }), 'modules[1].type must be "open" or "closed": current value is "ajar"'],
  [withModule({ shared: "no" }), 'modules[1].shared must be true or false: current value is "no"'],
  [withModule({ parent: null }), "modules[1].parent must be a string: current value is null"],
  [withModule({ interfaces: [] }), "modules[1].interfaces must be an object: current value is a list"],
  [withModule({ interfaces: { spi: "A" } }), 'modules[1].interfaces.spi must be a list: current value is "A"'],
  [withModule({ declares: [1] }), "modules[1].declares[0] must be a string: current value is 1"],
  [withModule({ uses: [{ names: [] }] }), "modules[1].uses[0].target must be a string: current value is undefined"],
];

for (const [structure, problem] of broken) {
  Deno.test(`B1.2 a structure from a file is refused where its ${problem}`, async () => {
    const error = await assertRejects(() => start(structure), Error);
    assertEquals(
      error.message,
      `Cannot start the application as "modulith: find the modules" failed: Cannot use the module structure as its ` +
        `${problem}. Write the file anew with the modules command`,
    );
  });
}

Deno.test("B1.2 a structure from a file is refused where two modules have one identifier", async () => {
  await assertRejects(
    () => start(file({ modules: [valid, { ...valid, folder: "others/" }] })),
    Error,
    'Cannot use the module structure as it holds two modules of one identifier: current value is "orders"',
  );
});

Deno.test("B1.2 a structure from a file may hold more than this version knows", async () => {
  await start(file({ modules: [{ ...valid, since: "2.0" }], writtenAt: "today" }));
});
