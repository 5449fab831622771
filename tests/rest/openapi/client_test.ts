import { assertEquals } from "@std/assert";
import createClient from "openapi-fetch";
import { createApp, createContainer } from "@espalier/espalier";
import { features } from "../../../examples/bookstore/features.ts";
import type { components, paths } from "./bookstore_api.ts";
import { generateTypes, typesFile } from "./generate.ts";

type Book = components["schemas"]["BookItem"];

// `deno task check` compiles this file: what follows would not compile if the document said less.
const titleOf = ({ title, _links }: Book): string => `${title}: ${_links.self.href}, ${_links.author.href}`;
// @ts-expect-error -- a book has no such property
const wrongProperty = ({ titel }: Book): unknown => titel;
// @ts-expect-error -- a link holds an address
const wrongLink = ({ _links }: Book): number => _links.author.href;

Deno.test("20.8 a client that is generated from the OpenAPI document compiles, and follows links", async () => {
  const root = new URL("../../../examples/bookstore/main.ts", import.meta.url);
  await using app = await createApp(createContainer(...features()), {
    root,
    properties: { logging: { level: "OFF" } },
  });
  const client = createClient<paths>({
    baseUrl: "http://localhost",
    fetch: async (request) => await app.fetch(request),
  });
  const { data: page } = await client.GET("/books", { params: { query: { size: 2, sort: ["title,desc"] } } });
  const next: string | undefined = page?._links.next?.href;
  const total: number | undefined = page?.page.totalElements;
  const [first] = page?._embedded.books ?? [];
  assertEquals([next, total !== undefined && total > 2], [
    "http://localhost/books?page=1&size=2&sort=title,desc",
    true,
  ]);
  const id = first?._links.self.href.split("/").at(-1) ?? "";
  const { data: book } = await client.GET("/books/{id}", { params: { path: { id } } });
  assertEquals(book && titleOf(book), first && titleOf(first));
  const { data: author } = await client.GET("/books/{id}/author", { params: { path: { id } } });
  assertEquals([typeof author?.name, author?.born === undefined], ["string", false]);
  const { data: count } = await client.GET("/books/search/countByLanguage", { params: { query: { language: "en" } } });
  assertEquals(typeof (count satisfies number | undefined), "number");
  const { error } = await client.GET("/books/{id}", { params: { path: { id: "nobody" } } });
  assertEquals([error?.status, typeof wrongProperty, typeof wrongLink], [404, "function", "function"]);
  // @ts-expect-error -- there is no such path
  assertEquals((await client.GET("/films")).response.status, 404);
});

Deno.test("20.8 the client's types are those of the bookstore's OpenAPI document", async () => {
  const hint = "run deno run -A tests/rest/openapi/generate.ts";
  assertEquals(await Deno.readTextFile(typesFile), await generateTypes(), hint);
});
