import { assertEquals, assertRejects } from "@std/assert";
import { ApplicationModules } from "@espalier/espalier/modulith";
import { declaration, project } from "./project.ts";

function identifiers(modules: ApplicationModules): readonly string[] {
  return modules.modules.map(({ identifier }) => identifier);
}

Deno.test("B2.2 a module's declaration gives its id, name and kind, and nested modules declare themselves (C-061, C-062, C-064, C-065)", async () => {
  using shop = project({
    "ni/mod.ts": "",
    "ni/nested/module.ts": declaration("{}"),
    "ni/nested/b/first/module.ts": declaration("{}"),
    "ni/nested/b/second/module.ts": declaration('{ id: "secondCustomized", displayName: "The second" }'),
    "ni/nested/b/other.ts": "",
    "withatbean/module.ts": declaration(
      '{ type: "open" as const, /* why */ allowedDependencies: [\'ni\', "ni :: *",], }',
    ),
  });
  const modules = await ApplicationModules.scan(shop.root);
  assertEquals(identifiers(modules), ["ni", "ni.nested", "ni.nested.b.first", "secondCustomized", "withatbean"]);
  assertEquals(
    modules.modules.map(({ parent }) => parent?.identifier),
    [undefined, "ni", "ni.nested", "ni.nested", undefined],
  );
  const custom = modules.module("secondCustomized")!;
  assertEquals([custom.displayName, custom.basePackage], ["The second", "shop.ni.nested.b.second"]);
  const open = modules.module("withatbean")!;
  assertEquals([open.displayName, open.type], ["Withatbean", "open"]);
  assertEquals(open.allowedDependencies, [{ target: "ni" }, { target: "ni", interfaceName: "*" }]);
  assertEquals(modules.moduleOf("ni/nested/b/other.ts")?.identifier, "ni.nested");
});

Deno.test("B2.2 computed attributes are refused with file and line (C-239)", async () => {
  const cases: readonly [attributes: string, message: string][] = [
    [
      '{\n  displayName: title("x") }',
      'Cannot read "displayName" as it must be a literal: current value is title("x") }, () => {}); at a/module.ts:3',
    ],
    [
      '{ allowedDependencies: ["b", ...more] }',
      'Cannot read "allowedDependencies[1]" as it must be a literal: current value is ...more] }, () => {}); at a/module.ts:2',
    ],
    ["attributes", 'Cannot read "attributes" as it must be a literal: current value is attributes at a/module.ts:2'],
    [
      '{ displayName: "a" + b }',
      'Cannot read "displayName" as it must be a literal: current value is "a" + b }, () => {}); at a/module.ts:2',
    ],
    [
      "{ displayName: `${b}` }",
      'Cannot read "displayName" as it must be a literal: current value is `${b}` }, () => {}); at a/module.ts:2',
    ],
    [
      "{ name: 1 }",
      'Cannot read attribute "name" at a/module.ts:2 as it must be one of id, displayName, type, allowedDependencies, namedInterfaces',
    ],
    [
      "{ constructor: 1 }",
      'Cannot read attribute "constructor" at a/module.ts:2 as it must be one of id, displayName, type, allowedDependencies, namedInterfaces',
    ],
    [
      '{ type: "half" }',
      'Cannot read attribute "type" at a/module.ts:2 as it must be "open" or "closed": current value is "half"',
    ],
    ['{ id: "a::b" }', 'Cannot read attribute "id" at a/module.ts:2 as it must be a name without "::"'],
  ];
  for (const [attributes, message] of cases) {
    using shop = project({ "a/module.ts": declaration(attributes) });
    await assertRejects(() => ApplicationModules.scan(shop.root), SyntaxError, message);
  }
  using twice = project({ "a/module.ts": declaration("{}") + declaration("{}") });
  await assertRejects(() => ApplicationModules.scan(twice.root), SyntaxError, "two modules in one file: a/module.ts:4");
});

Deno.test("B2.2 a declaration outside of module.ts is rejected, as it would be ignored", async () => {
  using shop = project({
    "a/mod.ts": "export const A = 1;",
    "a/a_module.ts": `// What the module says.\n${declaration("{ allowedDependencies: [] }")}`,
  });
  await assertRejects(
    () => ApplicationModules.scan(shop.root),
    SyntaxError,
    "Cannot declare a module at a/a_module.ts:3 as it must be declared in module.ts: move the call of applicationModule " +
      "there",
  );
  // What only talks of it, or declares the module of another place, is no declaration of this one.
  shop.write(
    "a/a_module.ts",
    `import { applicationModule } from "@espalier/espalier/modulith";
// applicationModule(import.meta.url, {}, () => {});
export const fake = (url: string) => applicationModule(url, {}, () => {});`,
  );
  shop.write("a/own.ts", "export function applicationModule(url: string) {}\napplicationModule(import.meta.url);");
  assertEquals((await ApplicationModules.scan(shop.root)).modules.map(({ identifier }) => identifier), ["a"]);
});

Deno.test("B2.2 a declaration is read through a namespace and with satisfies; one that can't be found is refused", async () => {
  using shop = project({
    "a/module.ts": `import * as espalier from "@espalier/espalier/modulith";
export default espalier.applicationModule(
  import.meta.url,
  { displayName: "First", allowedDependencies: ["b"] as const } satisfies espalier.ModuleAttributes,
  () => {},
);`,
    "b/mod.ts": "",
  });
  const { displayName, allowedDependencies } = (await ApplicationModules.scan(shop.root)).module("a")!;
  assertEquals([displayName, allowedDependencies], ["First", [{ target: "b" }]]);
  shop.write("c/module.tsx", declaration('{ displayName: "Third" as string, id: "third" }'));
  assertEquals((await ApplicationModules.scan(shop.root)).module("third")?.displayName, "Third");
  shop.write("b/module.ts", 'import { applicationModule as module } from "x";\nmodule(import.meta.url, {}, () => {});');
  await assertRejects(
    () => ApplicationModules.scan(shop.root),
    SyntaxError,
    "Cannot read the module that b/module.ts declares as applicationModule must be imported under its own name: " +
      'current value is "module"',
  );
  shop.write("b/module.ts", declaration("{}"));
  shop.write("b/module.mts", declaration("{}"));
  await assertRejects(
    () => ApplicationModules.scan(shop.root),
    SyntaxError,
    "Cannot declare a module twice: b/module.ts stands beside b/module.mts, keep one of them",
  );
});

Deno.test("B2.2 declarations that name unknown modules or interfaces are errors (C-124, C-125)", async () => {
  const scan = async (attributes: string, sharedModules: string[] = []) => {
    using shop = project({ "x/module.ts": declaration(attributes), "x/mod.ts": "", "ni/mod.ts": "" });
    return await ApplicationModules.scan(shop.root, { sharedModules });
  };
  await assertRejects(
    () => scan('{ allowedDependencies: ["y"] }'),
    TypeError,
    "Invalid explicit module dependency in x! No module found with name 'y'.",
  );
  await assertRejects(
    () => scan('{ allowedDependencies: ["ni::nope"] }'),
    TypeError,
    "No named interface named 'nope' found! Original dependency declaration: x -> ni :: nope.",
  );
  await assertRejects(() => scan('{ allowedDependencies: ["ni :: a :: b"] }'), TypeError, "interface named 'a :: b'");
  for (const path of ["nope", "../ni", "empty/"]) {
    await assertRejects(
      () => scan(`{ namedInterfaces: { spi: ["mod.ts", "${path}"] } }`),
      TypeError,
      `Cannot find named interface "spi" of the module in "x/" as its path must lead to a file of the module, or a ` +
        `folder with files: current value is "${path}"`,
    );
  }
  await assertRejects(() => scan("{}", ["nope"]), TypeError, "Module nope does not exist!");
  await assertRejects(() => scan('{ id: "ni" }'), TypeError, 'two modules of one identifier: "ni"');
});
