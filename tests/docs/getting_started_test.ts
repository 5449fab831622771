import { assertEquals } from "@std/assert";
import { newService } from "@espalier/espalier/new";
import { codeBlocks, page } from "./pages.ts";

/** The files that the page shows, by path. */
function shownFiles(): Record<string, string> {
  const blocks = codeBlocks(page("docs/getting-started.md"));
  const named = blocks.filter(({ info }) => info === "ts ignore").map(({ code }) => {
    const [, path, text] = /^\/\/ (\S+)\n([\s\S]*)$/.exec(code)!;
    return [path!, text!];
  });
  const [schema, operations] = blocks.filter(({ info }) => info === "graphql").map(({ code }) => code);
  return {
    ...Object.fromEntries(named),
    "deno.json": blocks.find(({ info }) => info === "json")!.code,
    "graphql/books.graphqls": schema!,
    "graphql-test/books.graphql": operations!,
  };
}

Deno.test("the first service of the handbook is the one that the command new writes and its test runs", async () => {
  const folder = await Deno.makeTempDir({ prefix: "espalier-handbook-" });
  try {
    const written = await newService({ folder, framework: "jsr:@espalier/espalier@^0.1.0" });
    const isWritten = ["schema.ts", "schema_models.ts", "operations.ts"];
    const notShown = ["README.md", ".gitignore", "Dockerfile", ".dockerignore"];
    const inHandbook = written.filter((path) => ![...isWritten, ...notShown].includes(path));
    const texts = inHandbook.map((path) => [path, Deno.readTextFileSync(`${folder}/${path}`)]);
    assertEquals(shownFiles(), Object.fromEntries(texts));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
