import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { ArgumentValue, t } from "@espalier/espalier";
import {
  GraphQlClient,
  type GraphQlClientInterceptor,
  GraphQlTransportError,
  ResourceDocumentSource,
} from "@espalier/espalier/client";
import { answering } from "./answering.ts";

const documents = new ResourceDocumentSource({ locations: [new URL("./graphql-documents/", import.meta.url)] });

Deno.test("client C556 interceptors surround each request, the first outermost, and may change it", async () => {
  const trace: string[] = [];
  const named = (name: string): GraphQlClientInterceptor => ({
    async intercept(request, next) {
      trace.push(`>${name}`);
      const headers = new Headers(request.headers);
      headers.set("authorization", `Bearer ${request.attributes.get("token")}`);
      const response = await next({ ...request, headers });
      trace.push(`<${name}`);
      return response;
    },
  });
  const { client, received } = answering({ data: {} }, { options: { interceptors: [named("a"), {}, named("b")] } });
  await client.document("{ me }").attribute("token", "abc").execute();
  assertEquals(trace, [">a", ">b", "<b", "<a"]);
  assertEquals(received[0]!.headers.get("authorization"), "Bearer abc");
});

Deno.test("client C550 a mutated client leaves the original as it is", async () => {
  const { client, received } = answering({ data: {} }, { options: { headers: { "x-a": "1", "x-b": "1" } } });
  await client.mutate({ headers: { "x-b": "2" } }).document("{ me }").execute();
  await client.document("{ me }").execute();
  assertEquals(received.map(({ headers }) => [headers.get("x-a"), headers.get("x-b")]), [["1", "2"], ["1", "1"]]);
});

Deno.test("client C551 a mutated client finds documents where the original did, unless it is told otherwise", async () => {
  const { client, received } = answering({ data: {} }, { options: { documentSource: documents } });
  await client.mutate({ headers: { "x-a": "1" } }).documentName("greeting").execute();
  const elsewhere = { getDocument: (name: string) => Promise.resolve(`{ ${name} }`) };
  await client.mutate({ documentSource: elsewhere }).documentName("name").execute();
  assertEquals(received.map(({ body }) => body.query), ["{ greeting }\n", "{ name }"]);
});

Deno.test("client C554 the content type can be overridden", async () => {
  const { client, received } = answering({ data: {} });
  await client.document("{ me }").header("content-type", "application/graphql-request+json").execute();
  assertEquals(received[0]!.headers.get("content-type"), "application/graphql-request+json");
});

Deno.test("client C553 C557 C560 C559 documents and fragments come from text, file or name, each file read once", async () => {
  const { client, received } = answering({ data: {} }, { options: { documentSource: documents } });
  await client.documentName("greeting").execute();
  await client.document(new URL("./graphql-documents/greeting.graphql", import.meta.url)).execute();
  await client.document("{ me { ...name } }").fragmentName("name").fragment("fragment age on Me { age }").execute();
  assertEquals(received.map(({ body }) => body.query), [
    "{ greeting }\n",
    "{ greeting }\n",
    "{ me { ...name } }\nfragment name on Me { name }\n\nfragment age on Me { age }",
  ]);
  assertEquals(documents.getDocument("greeting") === documents.getDocument("greeting"), true);
});

Deno.test("client: a document that is missing is named with the places searched", async () => {
  const { client } = answering({ data: {} }, { options: { documentSource: documents } });
  const error = await assertRejects(() => client.documentName("unknown").execute(), Error);
  assertStringIncludes(error.message, "Failed to find document, name='unknown', under location(s)=[file:///");
  await assertRejects(
    () => answering({}).client.documentName("any").execute(),
    TypeError,
    'Cannot find document "any" as there is no option "documentSource"',
  );
});

Deno.test("client: a document that could not be read is looked for again", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const source = new ResourceDocumentSource({ locations: [new URL(`file://${folder}/`)] });
    await assertRejects(() => source.getDocument("late"), Error, "Failed to find document");
    await Deno.writeTextFile(`${folder}/late.graphql`, "{ late }");
    assertEquals(await source.getDocument("late"), "{ late }");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("client: a server that can't be reached is named, and a request can be given up", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${listener.addr.port}/graphql`;
  listener.close();
  const client = GraphQlClient.http({ url });
  await assertRejects(() => client.document("{ me }").execute(), GraphQlTransportError, `Cannot reach ${url}`);

  const sent = Promise.withResolvers<void>();
  const hanging = GraphQlClient.http({
    url,
    fetch: (request) =>
      new Promise((_, reject) => {
        request.signal.addEventListener("abort", () => reject(request.signal.reason));
        sent.resolve();
      }),
  });
  const controller = new AbortController();
  const answer = hanging.document("{ me }").signal(controller.signal).retrieve("me").toEntity(t.string);
  await sent.promise;
  controller.abort(new Error("Enough"));
  await assertRejects(() => answer, Error, "Enough");
});

Deno.test("client: an answer that breaks off, or whose errors are none, is an error of the transport", async () => {
  const breaking = GraphQlClient.http({
    url: "http://localhost/graphql",
    fetch: () => {
      const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError("connection reset")) });
      return new Response(body);
    },
  });
  const broken = await assertRejects(() => breaking.document("{ me }").execute(), GraphQlTransportError);
  assertEquals([broken.message, broken.status], [
    "Cannot read the answer as its body broke off: connection reset",
    200,
  ]);
  for (const errors of [{}, "no", [null], ["no"], [{ message: "no", path: "me" }]]) {
    await assertRejects(
      () => answering({ data: { me: null }, errors }).client.document("{ me }").execute(),
      GraphQlTransportError,
      "Cannot read the answer as it must be a GraphQL response",
    );
  }
});

Deno.test("client C527 C529 an omitted value leaves no trace among the variables, another stands as it is", async () => {
  const { client, received } = answering({ data: {} });
  for (const name of [ArgumentValue.omitted(), ArgumentValue.ofNullable("Spring"), ArgumentValue.ofNullable(null)]) {
    await client.document("mutation").variable("project", { id: "spring-graphql", name }).execute();
  }
  assertEquals(received.map(({ body }) => body.variables), [
    { project: { id: "spring-graphql" } },
    { project: { id: "spring-graphql", name: "Spring" } },
    { project: { id: "spring-graphql", name: null } },
  ]);
});

Deno.test("a client needs an absolute address", () => {
  for (const make of [GraphQlClient.http, GraphQlClient.eventStream, GraphQlClient.webSocket]) {
    assertThrows(() => make({ url: "/graphql" }), TypeError, 'must be an absolute URL, such as "http://localhost');
  }
});
