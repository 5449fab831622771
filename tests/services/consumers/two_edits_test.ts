import { assert, assertEquals, assertStringIncludes } from "@std/assert";

const checkout = new URL("../../../", import.meta.url);

/** The bookstore in a folder of its own, as its users have it. */
class Bookstore implements Disposable {
  readonly folder = Deno.makeTempDirSync({ prefix: "espalier-bookstore-" });

  constructor() {
    this.#copy(new URL("examples/bookstore/", checkout), this.folder);
    const configuration = JSON.parse(Deno.readTextFileSync(`${this.folder}/deno.json`));
    Deno.writeTextFileSync(`${this.folder}/deno.json`, JSON.stringify({ ...configuration, links: [checkout.href] }));
  }

  #copy(from: URL, to: string): void {
    Deno.mkdirSync(to, { recursive: true });
    for (const { name, isDirectory } of Deno.readDirSync(from)) {
      if (isDirectory) this.#copy(new URL(`${name}/`, from), `${to}/${name}`);
      else if (!name.includes(".db")) Deno.copyFileSync(new URL(name, from), `${to}/${name}`);
    }
  }

  /** Replaces one line by two. */
  edit(file: string, line: string, added: string): void {
    const text = Deno.readTextFileSync(`${this.folder}/${file}`);
    assertEquals(text.split(line).length, 2, `${file} holds "${line}" once`);
    Deno.writeTextFileSync(`${this.folder}/${file}`, text.replace(line, `${line}${added}`));
  }

  async deno(...args: string[]): Promise<{ success: boolean; output: string }> {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args,
      cwd: this.folder,
      env: { NO_COLOR: "1" },
    }).output();
    return { success, output: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
  }

  /** Runs what is no edit: a command that writes files. */
  async run(...args: string[]): Promise<string> {
    const { success, output } = await this.deno(...args);
    assert(success, output);
    return output;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.folder, { recursive: true });
  }
}

const probe = `
import { createApp, createContainer } from "@espalier/espalier";
import { features } from "./features.ts";
const properties = { logging: { level: "OFF" } } as const;
await using app = await createApp(createContainer(...features("sqlite::memory:")), { root: import.meta.url, properties });
const ask = async (path: string, init?: RequestInit) => await (await app.fetch(new Request("http://localhost" + path, init))).json();
const body = JSON.stringify({ query: '{ book(id: "pg1342") { title pages } }' });
const { data } = await ask("/graphql", { method: "POST", headers: { "content-type": "application/json" }, body });
const { title, pages } = await ask("/books/pg1342");
console.log(JSON.stringify({ graphQl: data.book, rest: { title, pages } }));
`;

Deno.test("a new field of an entity that is shown over GraphQL and REST is two edits", async () => {
  using bookstore = new Bookstore();
  const framework = "jsr:@espalier/espalier@^0.1.0";
  // The two edits: a line of the entity, and a line of the schema.
  bookstore.edit("catalog/book.ts", "  language: t.string,\n", "  pages: t.default(t.int, 250),\n");
  bookstore.edit("graphql/catalog.graphqls", "  published: Int!\n", "  pages: Int!\n");

  await bookstore.run("task", "types");
  const files = ["--entities", "seed/seed_database.ts", "--detection", "explicitly-declared"];
  const database = ["--database", "sqlite:shop.db"];
  await bookstore.run("run", "-A", `${framework}/migrate`, "run", ...database, ...files.slice(2));
  const fill = ["--fill", "books.pages=250"];
  const written = await bookstore.run(
    "run",
    "-A",
    `${framework}/migrate`,
    "diff",
    "pages",
    ...database,
    ...files,
    ...fill,
  );
  assertStringIncludes(written, "/catalog/migrations/0003_pages.sql");
  await Deno.writeTextFile(`${bookstore.folder}/probe.ts`, probe);
  await bookstore.run("check", "main.ts", "probe.ts");
  const shown = { title: "Pride and Prejudice", pages: 250 };
  assertEquals(JSON.parse((await bookstore.run("run", "-A", "--no-check", "probe.ts")).trim().split("\n").at(-1)!), {
    graphQl: shown,
    rest: shown,
  });
});

Deno.test("entity and schema are checked against each other: by the compiler, and by the inspection where one lacks a field", async () => {
  using bookstore = new Bookstore();
  bookstore.edit("graphql/catalog.graphqls", "  published: Int!\n", "  pages: Int!\n");
  await bookstore.run("task", "types");
  const inspected = await bookstore.deno("run", "-A", "jsr:@espalier/espalier@^0.1.0/inspect", "features.ts");
  assertEquals(inspected.success, false);
  assertStringIncludes(inspected.output, 'Book.pages has no data fetcher and the class "Book" has no such property');

  bookstore.edit("catalog/book.ts", "  language: t.string,\n", "  pages: t.default(t.nullable(t.int), null),\n");
  const checked = await bookstore.deno("check", "main.ts");
  assertEquals(checked.success, false);
  assertStringIncludes(checked.output, "Book.pages must not be null in its class");
});
