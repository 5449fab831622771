import { cpuUsage } from "node:process";
import { assert, assertEquals } from "@std/assert";
import { schema as githubSchema } from "@octokit/graphql-schema";
import { buildSchema, printSchema } from "graphql";
import { schemaTypes } from "@espalier/espalier/types";

const root = new URL("../../../", import.meta.url);
const mistakes = new URL("mistakes/", import.meta.url);

/** A folder with files to be checked; the compiler runs once over all of them. */
class Folder implements Disposable {
  readonly url = new URL(`file://${Deno.makeTempDirSync()}/`);

  write(path: string, text: string): void {
    const file = new URL(path, this.url);
    Deno.mkdirSync(new URL(".", file), { recursive: true });
    Deno.writeTextFileSync(file, text);
  }
  copy(path: string, as = path): void {
    this.write(as, Deno.readTextFileSync(new URL(path, mistakes)));
  }
  /** Generates the types of a schema in a folder below. */
  async types(folder: string, sdl: string, files: Readonly<Record<string, string>> = {}): Promise<number> {
    this.write(`${folder}/graphql/schema.graphqls`, sdl);
    for (const [path, text] of Object.entries(files)) this.write(`${folder}/${path}`, text);
    // Of the processor, as other tests may run at the same time.
    const started = cpuUsage();
    const { modules } = await schemaTypes({ root: new URL(`${folder}/`, this.url) });
    const duration = cpuUsage(started).user / 1000;
    for (const { file, text } of modules) if (text !== undefined) Deno.writeTextFileSync(file, text);
    return duration;
  }
  /** The first lines of the compiler's errors, by file and line. */
  async check(compilerOptions: Record<string, unknown> = {}): Promise<ReadonlyMap<string, string>> {
    const config = JSON.parse(Deno.readTextFileSync(new URL("deno.json", root)));
    const imports = Object.fromEntries(
      Object.entries({ ...config.imports, ...exportsOf(config) }).map(([name, to]) => [name, absolute(String(to))]),
    );
    const options = { ...config.compilerOptions, ...compilerOptions };
    this.write("deno.json", JSON.stringify({ imports, compilerOptions: options, nodeModulesDir: "none", lock: false }));
    const files = [...Deno.readDirSync(this.url)].filter(({ name }) => name.endsWith(".ts")).map(({ name }) => name);
    const { stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", ...files],
      cwd: this.url,
      env: { NO_COLOR: "1" },
      stderr: "piped",
    }).output();
    const text = new TextDecoder().decode(stderr);
    const errors = new Map<string, string>();
    for (const block of text.split(/\n(?=TS\d+ \[ERROR\])/)) {
      const place = new RegExp(`at ${this.url.href}(\\S+?):(\\d+):\\d+`).exec(block);
      const [first = ""] = block.split("\n");
      if (place) errors.set(`${place[1]}:${place[2]}`, first);
      else if (!/^Found|^error: Type|^Check|^$/.test(first)) errors.set(`elsewhere:${errors.size}`, block);
    }
    return errors;
  }
  [Symbol.dispose](): void {
    Deno.removeSync(this.url, { recursive: true });
  }
}

function exportsOf(config: { readonly exports: Readonly<Record<string, string>> }): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config.exports).map(([name, to]) => [`@espalier/espalier${name.slice(1)}`, to]),
  );
}

function absolute(target: string): string {
  return target.startsWith("./") ? new URL(target, root).href : target;
}

/** What comments of the form `//! text` expect of the decorator in the next line, by file and line. */
function expectedIn(file: string, text: string): [string, string][] {
  return text.split("\n").flatMap((line, index): [string, string][] => {
    const [, expected] = line.split("//! ");
    return expected === undefined ? [] : [[`${file}:${index + 2}`, expected]];
  });
}

const table = Deno.readTextFileSync(new URL("mistakes.txt", mistakes));

function withMistakes(): Folder {
  const folder = new Folder();
  for (const path of ["classes.ts", "schema.ts"]) folder.copy(path);
  folder.copy("mistakes.txt", "mistakes.ts");
  return folder;
}

/** Compares the errors with the expected texts, all at once. */
function assertExpected(errors: ReadonlyMap<string, string>, expected: readonly [string, string][]): void {
  const found = expected.map(([place, text]) => [place, errors.get(place)?.includes(text) ? text : errors.get(place)]);
  assertEquals(found, expected.map((each) => [...each]));
  const places = new Set(expected.map(([place]) => place));
  assertEquals([...errors].filter(([place]) => !places.has(place)), []);
}

Deno.test("the compiler's first line names the cause of each of 40 mistakes", async () => {
  using folder = withMistakes();
  folder.write(
    "agreement.ts",
    [
      'import type { Agrees, Mappings } from "@espalier/espalier/graphql";',
      'import type { Models, Schema } from "./schema.ts";',
      "class Author { readonly id!: number; readonly born!: number | null; }",
      "//! Author.born must not be null in its class",
      "export const first: Agrees<{ Author: { born: number } }, { Author: Author }> = true;",
      "//! Author.id is of another type in its class",
      "export const second: Agrees<{ Author: { id: string } }, { Author: Author }> = true;",
      "declare const own: Mappings<Schema, Models>;",
      "export const same: Mappings<Schema, Models> = own;",
      "// Two of them can be compared: the compiler's stack overflowed before their variances were marked.",
      "//! is not assignable to type 'Mappings<{ Query: { other: string; }; }, Record<never, never>",
      "export const other: Mappings<{ Query: { other: string } }, Record<never, never>> = own;",
      "export const argument = <T extends { decorators: Mappings<Schema, Models> }>(given: T) => given;",
      "argument({ decorators: own });",
    ].join("\n"),
  );
  const expected = [
    ...expectedIn("mistakes.ts", table),
    ...expectedIn("agreement.ts", Deno.readTextFileSync(new URL("agreement.ts", folder.url))),
  ];
  assert(expected.length >= 40);
  assertExpected(await folder.check(), expected);
});

Deno.test("legacy decorators are checked by the same texts, except for places", async () => {
  using folder = withMistakes();
  // The language itself has something to say on private methods and properties, and static ones go unseen.
  const text = table.slice(0, table.indexOf("export class Places"));
  folder.write("mistakes.ts", text);
  assertExpected(await folder.check({ experimentalDecorators: true }), expectedIn("mistakes.ts", text));
});

const clashing = `
  type Query {
    window: Window schema: Schema models: Models mistake: Mistake promise: Promise date(new: Int, class: Date): Date
    any: any string: string array: Array new(constructor: Int!): String constructor: Map function: Function
    toString: String interface: interface enum: Enum never: never record: Record mappings: mappings
  }
  type Window { a: Int } type Schema { a: Int, type: Window! } type Models { a: Int } type Mistake { a: Int }
  type Promise { then: Int! } scalar Date type any { a: Int } type string { a: Int } type Array { length: Int }
  type Map { get: Int } type Function { a: Int } type Record { a: Int } type mappings { a: Int } type never { a: Int }
  interface interface { a: Int } enum Enum { class new default } type DateType { a: Int! } type SchemaType { b: Int! }
  input Error { constructor: Int, new: Int!, readonly: [Error!], get: Date } type Mutation { set(x: Error!): Boolean }
`;
const users = `
import { mappings, type Mappings } from "@espalier/espalier/graphql";
import * as clashing from "./clashing/schema.ts";
import * as roots from "./roots/schema.ts";
import * as empty from "./empty/schema.ts";
import * as hostile from "./hostile/schema.ts";
import type { Schema as GitHub, Models as GitHubModels } from "./github/schema.ts";

export class Clashing {
  @clashing.QueryMapping({ field: "new" }, "constructor")
  make(given: number): string {
    return String(given);
  }
  @clashing.QueryMapping()
  window(): clashing.Window {
    return { a: 1 };
  }
  @clashing.QueryMapping({ field: "date" }, "class", "new")
  date(date: clashing.Models["Date"], _new: number | null): clashing.Models["Date"] {
    return date;
  }
  @clashing.MutationMapping("x")
  set(x: clashing.Error): boolean {
    return x.new > 1;
  }
}
export class Roots {
  @roots.QueryMapping("id")
  one(id: string): string {
    return id;
  }
  @roots.MutationMapping()
  two(): number {
    return 2;
  }
}
void [empty.QueryMapping, hostile.QueryMapping];
const github: Mappings<GitHub, GitHubModels> = mappings<GitHub, GitHubModels>();
export class Repositories {
  @github.QueryMapping("name", "owner", "followRenames")
  repository(name: string, owner: string, follow: boolean | null): GitHubModels["Repository"] | null {
    void [name, owner, follow];
    return null;
  }
}
`;
const hostile = `
  "*/ throw new TypeError('injected'); /*"
  type Query {
    """
    */
    throw new TypeError("injected") /*
    @ts-nocheck
    """
    a("*/ injected /*" b: Int): Int @deprecated(reason: "*/ injected() \\u2028 injected() /*")
  }
  "\`\`\`ts\\nDeno.exit(1)\\n\`\`\`"
  enum E { "*/" A }
`;

Deno.test("generated modules type-check: clashing names, other roots, no mutation, hostile texts, GitHub's 1,624 types", async () => {
  using folder = new Folder();
  await folder.types("clashing", clashing);
  await folder.types(
    "roots",
    "schema { query: Root mutation: Changes } type Root { one(id: ID!): String! back: Root } type Changes { two: Int! }",
  );
  await folder.types("empty", "type Query { nothing: Nothing } interface Nothing { a: Int }");
  await folder.types("hostile", hostile);
  // Two of its fields are declared twice, which a service would refuse.
  const github = printSchema(buildSchema(githubSchema.idl, { assumeValidSDL: true }));
  const duration = await folder.types("github", github);
  assert(duration < 2000, `GitHub's schema took ${duration} ms`);
  folder.write("users.ts", users);
  folder.write(
    "all.ts",
    ["clashing", "roots", "empty", "hostile", "github"].map((name) => `import "./${name}/schema.ts";`).join("\n"),
  );
  assertEquals([...await folder.check()], []);
});
