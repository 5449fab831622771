import { assert, assertEquals, assertRejects } from "@std/assert";
import halfred from "halfred";
import { Client, type State } from "ketting";
import traverson from "traverson";
import TraversonHalAdapter from "traverson-hal";
import { type Application, createApp, createContainer } from "@espalier/espalier";
import { features } from "../../examples/lending/features.ts";

interface CopyState {
  readonly title: string;
  readonly pages: number;
  readonly reader: string | null;
}

async function library(): Promise<Application> {
  return await createApp(createContainer(...features()), { properties: { logging: { level: "OFF" } } });
}

/** A client whose answers are read to their end: ketting leaves the bodies that it does not need. */
function kettingOf(url: string): Client {
  const client = new Client(url);
  client.use(async (request, next) => {
    const response = await next(request);
    const { status, statusText, headers } = response;
    const body = await response.arrayBuffer();
    const read = new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
    // ketting takes the address of what it got from the answer.
    Object.defineProperty(read, "url", { value: response.url });
    return read;
  });
  return client;
}

function serve(app: Application): { url: string } & AsyncDisposable {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  return { url: `http://127.0.0.1:${server.addr.port}/`, [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test("20.11 lending: a HAL-FORMS client creates, finds, changes, lends and deletes by what documents offer", async () => {
  await using app = await library();
  await using server = serve(app);
  const client = kettingOf(server.url);
  const copies = await client.follow("copies");
  const list = await copies.get();
  const create = list.action("default");
  assertEquals([create.method, create.field("title")?.required, create.field("condition")?.type], [
    "POST",
    true,
    "select",
  ]);
  for (const [title, pages] of [["Emma", 474], ["Persuasion", 249], ["Sanditon", 120]] as const) {
    await create.submit({ title, pages, condition: "USED" });
  }
  const found = await list.action("filter").submit({ "title.containsIgnoreCase": "EMM" });
  const [item] = found.followAll<CopyState>("copies");
  let emma: State<CopyState> = await item!.refresh();
  assertEquals([emma.data.title, emma.action("default").field("pages")?.value], ["Emma", 474]);

  await emma.action("default").submit({ pages: 480 });
  emma = await item!.refresh();
  assertEquals([emma.data.pages, emma.data.title], [480, "Emma"]);

  await emma.action("lib:lend").submit({ reader: "Harriet" });
  emma = await item!.refresh();
  assertEquals([emma.data.reader, emma.links.has("lib:lend"), emma.links.has("lib:return")], ["Harriet", false, true]);
  await assertRejects(() => emma.action("default").submit({ pages: 0 }));
  await emma.action("lib:return").submit({});
  emma = await item!.refresh();
  assertEquals([emma.data.reader, emma.data.pages], [null, 480]);

  await emma.action("delete").submit({});
  const left = await copies.refresh();
  assertEquals(left.followAll("copies").length, 2);
});

Deno.test("20.11 lending: ketting writes with plain HAL, and walks pages by keys", async () => {
  await using app = await library();
  await using server = serve(app);
  const client = kettingOf(server.url);
  const copies = await client.follow("copies");
  const titles = ["Emma", "Ivanhoe", "Lelia", "Middlemarch", "Persuasion"];
  for (const title of titles) await copies.post({ data: { title, pages: 300, condition: "NEW" } });
  let page: State = await (await client.follow("copies", { size: "2", sort: ["title"] })).get();
  const seen: string[] = [];
  for (;;) {
    for (const item of page.followAll<CopyState>("copies")) seen.push((await item.get()).data.title);
    if (!page.links.has("next")) break;
    page = await (await page.follow("next")).get();
  }
  assertEquals(seen, titles);
  const [first] = page.followAll<CopyState>("copies");
  await first!.patch({ data: { title: "Persuasion, again" } });
  const state = await first!.refresh();
  assertEquals(state.data.title, "Persuasion, again");
  state.data = { ...state.data, pages: 310 };
  await first!.put(state);
  assertEquals((await first!.refresh()).data.pages, 310);
  await first!.delete();
  await assertRejects(() => first!.refresh());
});

interface TraversonBuilder {
  from(url: string): TraversonBuilder;
  follow(...steps: string[]): TraversonBuilder;
  withTemplateParameters(parameters: unknown): TraversonBuilder;
  getResource(callback: (error: Error | null, document: CopyState) => void): unknown;
  post(body: unknown, callback: (error: Error | null, response: TraversonResponse) => void): unknown;
  patch(body: unknown, callback: (error: Error | null, response: TraversonResponse) => void): unknown;
  delete(callback: (error: Error | null, response: TraversonResponse) => void): unknown;
}

interface TraversonResponse {
  readonly statusCode: number;
}

const { registerMediaType, newRequest } = traverson as unknown as {
  registerMediaType(type: string, adapter: unknown): void;
  newRequest(): TraversonBuilder & { jsonHal(): TraversonBuilder };
};

Deno.test("20.11 lending: traverson-hal creates, filters, changes, lends and deletes along links", async () => {
  registerMediaType((TraversonHalAdapter as { mediaType: string }).mediaType, TraversonHalAdapter);
  await using app = await library();
  await using server = serve(app);
  const walk = (steps: string[], parameters: unknown[] = []) =>
    newRequest().jsonHal().from(server.url).follow(...steps).withTemplateParameters(parameters);
  const sent = <R>(send: (done: (error: Error | null, result: R) => void) => unknown) =>
    new Promise<R>((resolve, reject) => void send((error, result) => error === null ? resolve(result) : reject(error)));
  const emma = { title: "Emma", pages: 474, condition: "USED" };
  assertEquals((await sent<TraversonResponse>((done) => walk(["copies"]).post(emma, done))).statusCode, 201);
  const one = ["copies", "copies[0]"];
  const filter = [null, { title: "Emma" }];
  assertEquals((await sent<CopyState>((done) => walk(one, filter).getResource(done))).pages, 474);
  const changed = await sent<TraversonResponse>((done) => walk([...one, "self"], filter).patch({ pages: 480 }, done));
  assertEquals(changed.statusCode, 200);
  const lent = await sent<TraversonResponse>((done) =>
    walk([...one, "lib:lend"], filter).post({ reader: "Harriet" }, done)
  );
  assertEquals(lent.statusCode, 204);
  const { reader, pages } = await sent<CopyState>((done) => walk(one, filter).getResource(done));
  assertEquals([reader, pages], ["Harriet", 480]);
  const removed = await sent<TraversonResponse>((done) => walk([...one, "self"], filter).delete(done));
  assert([200, 204].includes(removed.statusCode));
  await assertRejects(() => sent<CopyState>((done) => walk(one, filter).getResource(done)));
});

Deno.test("20.11 lending: halfred reads curies, embedded values and what can be done, and a client does it", async () => {
  await using app = await library();
  const send = (method: string, url: string, body?: unknown) =>
    app.fetch(
      new Request(new URL(url, "http://localhost"), {
        method,
        headers: { "content-type": "application/json", accept: "application/hal+json" },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    );
  const parser = halfred as unknown as { enableValidation(): void; parse(document: unknown): HalfredResource };
  parser.enableValidation();
  const read = async (url: string) => parser.parse(await (await send("GET", url)).json());
  const root = await read("/");
  assertEquals([root.link("lib:rules")?.title, root.link("copies")?.title], [
    "How long copies are lent",
    "The copies of all books",
  ]);
  assertEquals(root.curie("lib")?.href, "https://library.example/relations/{rel}");
  const location = (await send("POST", "/copies", { title: "Emma", pages: 474, condition: "USED" })).headers.get(
    "location",
  )!;
  const lend = (await read(location)).link("lib:lend")!;
  assertEquals((await send("POST", lend.href, { reader: "Harriet" })).status, 204);
  assertEquals((await send("POST", lend.href, { reader: "Frank" })).status, 409);
  const list = await read("/copies");
  assertEquals([list.validationIssues(), list.embeddedResource("lib:shelf")?.available], [[], 0]);
  const [copy] = list.embeddedArray("copies");
  assertEquals([copy?.link("lib:lend"), copy?.link("lib:return")?.title], [null, "Return"]);
  assertEquals((await send("DELETE", copy!.link("lib:return")!.href)).status, 204);
  assertEquals((await read(location)).reader, null);
});

interface HalfredResource extends Record<string, unknown> {
  link(rel: string): { href: string; title?: string } | null;
  curie(name: string): { href: string } | null;
  embeddedResource(rel: string): HalfredResource | null;
  embeddedArray(rel: string): HalfredResource[];
  validationIssues(): unknown[];
}
