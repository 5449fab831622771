import { BatchMapping, controller, param, QueryMapping, t } from "@espalier/espalier";
import { EntityMapping } from "@espalier/espalier/federation";
import { Trace } from "@apollo/usage-reporting-protobuf";
import { assert, assertEquals } from "@std/assert";
import { link, startSubgraph } from "./subgraph.ts";

class Book {
  constructor(readonly id: string) {}
}
class BookController {
  @QueryMapping({ params: [] })
  books(): Book[] {
    return [new Book("1"), new Book("2")];
  }
  @EntityMapping({ params: [param.argument("id", t.id)] })
  book(id: string): Book {
    return new Book(id);
  }
  @BatchMapping({ source: () => Book, params: [], returns: t.int })
  stars(books: readonly Book[]) {
    return books.map(({ id }) => id === "2" ? new Error("secret of the store") : 5);
  }
}
const schema = `${link} type Query { books: [Book] } type Book @key(fields: "id") { id: ID! stars: Int }`;
const query = "{ all: books { id stars } }";
const asked = { "apollo-federation-include-trace": "ftv1" };

interface Answer {
  readonly data: unknown;
  readonly errors: readonly unknown[];
  readonly extensions?: { readonly ftv1?: string };
}

Deno.test("a gateway that asks for a trace gets one: paths, types, times and masked errors", async () => {
  await using app = await startSubgraph(schema, [controller(BookController)], { tracing: true });
  const plain = (await app.post(query)).body as Answer;
  assertEquals(plain.extensions, undefined);
  const { data, errors, extensions } = (await app.post(query, asked)).body as Answer;
  assertEquals(data, { all: [{ id: "1", stars: 5 }, { id: "2", stars: null }] });
  assertEquals(errors.length, 1);
  const bytes = Uint8Array.fromBase64(extensions!.ftv1!);
  assertEquals(new TextDecoder().decode(bytes).includes("secret"), false);
  const trace = Trace.decode(bytes);
  assert(trace.durationNs > 0 && trace.startTime!.seconds! > 0 && trace.endTime!.seconds! >= trace.startTime!.seconds!);
  const [all, ...others] = trace.root!.child!;
  assertEquals(others, []);
  assertEquals([all!.responseName, all!.originalFieldName, all!.type, all!.parentType], [
    "all",
    "books",
    "[Book]",
    "Query",
  ]);
  assertEquals(all!.child!.map(({ index }) => index), [0, 1]);
  const stars = all!.child!.map(({ child }) => child!.find(({ responseName }) => responseName === "stars")!);
  assertEquals(stars.map(({ type, parentType }) => [type, parentType]), [["Int", "Book"], ["Int", "Book"]]);
  assert(stars.every(({ startTime, endTime }) => Number(endTime) >= Number(startTime) && Number(startTime) > 0));
  assertEquals(stars.map(({ error }) => error!.map(({ message }) => message)), [[], ["<masked>"]]);
  const { extensions: ofEntities } = await app.entities(
    [{ __typename: "Book", id: "1" }],
    "... on Book { stars }",
    asked,
  );
  const entities = Trace.decode(Uint8Array.fromBase64((ofEntities as { ftv1: string }).ftv1));
  assertEquals(entities.root!.child!.map(({ responseName, type }) => [responseName, type]), [[
    "_entities",
    "[_Entity]!",
  ]]);
});

Deno.test("without the option no trace is written, whoever asks", async () => {
  await using app = await startSubgraph(schema, [controller(BookController)]);
  assertEquals(((await app.post(query, asked)).body as Answer).extensions, undefined);
});
