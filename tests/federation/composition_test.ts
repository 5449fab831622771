import { controller, param, QueryMapping, Resource, t } from "@espalier/espalier";
import { composeSubgraphs, CompositionError, EntityMapping } from "@espalier/espalier/federation";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { link, startSubgraph } from "./subgraph.ts";

const books = `${link} type Query { book: Book } type Book @key(fields: "id") { id: ID! title: String }`;
class BookController {
  @QueryMapping()
  book() {
    return { id: "1", title: "Emma" };
  }
  @EntityMapping({ typeName: "Book", params: [param.argument("id", t.id)] })
  byId(id: string) {
    return { id, title: "Emma" };
  }
}
const reviews = `${link} type Book @key(fields: "id") { id: ID! stars: Int }`;
const clashing = `${link} type Book @key(fields: "id") { id: ID! title: String }`;

Deno.test("a composition error names the field, the subgraphs and what to change", async () => {
  const given = [{ name: "books", sdl: books }, { name: "reviews", sdl: clashing }];
  const error = await assertRejects(() => composeSubgraphs(given), CompositionError);
  assertEquals(error.problems.map(({ code }) => code), ["INVALID_FIELD_SHARING"]);
  assertEquals(
    error.message,
    'Cannot compose the subgraphs "books", "reviews":\n' +
      '  Non-shareable field "Book.title" is resolved from multiple subgraphs: it is resolved from subgraphs "books" ' +
      'and "reviews" and defined as non-shareable in all of them\n    Change: add @shareable to the field in each of ' +
      "these subgraphs, or keep it in one of them (@override moves it) (INVALID_FIELD_SHARING)",
  );
});

Deno.test("a schema that can't be parsed is named by its subgraph", async () => {
  const error = await assertRejects(() => composeSubgraphs([{ name: "books", sdl: "type {" }]), CompositionError);
  assertStringIncludes(error.message, '[books] Syntax Error: Expected Name, found "{"');
});

Deno.test("federation({ compose }) composes at the start, and ends it where that fails", async () => {
  const other = (sdl: string) => ({ name: "reviews", schema: Resource.text("reviews", sdl) });
  const start = (sdl: string) =>
    startSubgraph(books, [controller(BookController)], { name: "books", compose: [other(sdl)] });
  await using app = await start(reviews);
  assertEquals(app.logged.some(({ message }) => message === '"books" composes with "reviews"'), true);
  const error = await assertRejects(() => start(clashing), Error);
  assertStringIncludes(error.message, 'Non-shareable field "Book.title" is resolved from multiple subgraphs');
});

const root = new URL("../../", import.meta.url);

async function compose(...args: readonly string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-check",
      "--allow-read",
      "--allow-env",
      "--allow-write",
      "--allow-net=127.0.0.1",
      "src/graphql/federation/compose_command.ts",
      ...args,
    ],
    cwd: root,
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: decode(stdout), error: decode(stderr) };
}

Deno.test("the command composes files and running subgraphs, and says what keeps them from composing", async () => {
  await using app = await startSubgraph(books, [controller(BookController)]);
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.app.fetch);
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/reviews.graphqls`, reviews);
    await Deno.writeTextFile(`${folder}/clashing.graphqls`, clashing);
    const running = `books=http://127.0.0.1:${server.addr.port}/graphql`;
    const [composed, failed, missing, wrong] = await Promise.all([
      compose(
        running,
        `reviews=${folder}/reviews.graphqls@http://reviews/graphql`,
        `--out=${folder}/supergraph.graphql`,
      ),
      compose(running, `reviews=${folder}/clashing.graphqls`),
      compose(`reviews=${folder}/none.graphqls`),
      compose("reviews"),
    ]);
    assertEquals(composed, { code: 0, out: "", error: "" });
    const supergraph = await Deno.readTextFile(`${folder}/supergraph.graphql`);
    assertStringIncludes(supergraph, '@join__graph(name: "reviews", url: "http://reviews/graphql")');
    assertStringIncludes(
      supergraph,
      `@join__graph(name: "books", url: "http://127.0.0.1:${server.addr.port}/graphql")`,
    );
    assertEquals(failed.code, 1);
    assertStringIncludes(failed.error, 'Non-shareable field "Book.title"');
    assertEquals(missing.code, 2);
    assertStringIncludes(missing.error, 'Cannot read the schema of subgraph "reviews" at "');
    assertEquals(wrong.code, 2);
    assertStringIncludes(wrong.error, "Cannot read a subgraph as it must be NAME=FILE or NAME=URL");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
