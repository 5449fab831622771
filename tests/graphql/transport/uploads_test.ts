import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  type Application,
  controller,
  createApp,
  createContainer,
  type EspalierProperties,
  graphql,
  MutationMapping,
  param,
  Resource,
  serve,
  t,
} from "@espalier/espalier";
import { Upload, uploads } from "@espalier/espalier/graphql";

const schema = Resource.text(
  "files.graphqls",
  `
  scalar Upload
  type Query { nothing: Int }
  type Mutation {
    store(file: Upload!): String!
    storeAll(files: [Upload!]!, reversed: Boolean): [String!]!
    ignore(file: Upload): Boolean!
  }
`,
);

async function described(file: Upload): Promise<string> {
  const { name, type, stream } = await file.open();
  return `${name} ${type} ${(await new Response(stream).bytes()).length}`;
}

class FileController {
  @MutationMapping({ params: [param.argument("file", t.object(() => Upload))], returns: t.string })
  store(file: Upload): Promise<string> {
    return described(file);
  }

  @MutationMapping({
    params: [
      param.argument("files", t.list(t.object(() => Upload))),
      param.argument("reversed", t.nullable(t.boolean)),
    ],
    returns: t.list(t.string),
  })
  async storeAll(files: readonly Upload[], reversed: boolean | null): Promise<string[]> {
    const all: string[] = [];
    for (const file of reversed ? files.toReversed() : files) all.push(await described(file));
    return all;
  }

  @MutationMapping({ params: [param.argument("file", t.nullable(t.object(() => Upload)))], returns: t.boolean })
  ignore(_file: Upload | null): boolean {
    return true;
  }
}

function app(limits: Partial<EspalierProperties["graphql"]> = {}, bodyTimeoutMs = 10_000): Promise<Application> {
  const features = [graphql({ schema: [schema] }), uploads(), controller(FileController)];
  return createApp(createContainer(...features), {
    properties: { graphql: limits, http: { bodyTimeoutMs }, logging: { level: "WARN" } },
  });
}

const storeOne = { query: "mutation ($file: Upload!) { store(file: $file) }", variables: { file: null } };
const storeTwo = (reversed: boolean) => ({
  query: "mutation ($files: [Upload!]!, $reversed: Boolean) { storeAll(files: $files, reversed: $reversed) }",
  variables: { files: [null, null], reversed },
});

interface Part {
  readonly operations: unknown;
  readonly map: unknown;
  readonly files?: Readonly<Record<string, File>>;
}

function form({ operations, map, files = {} }: Part): FormData {
  const data = new FormData();
  data.append("operations", typeof operations === "string" ? operations : JSON.stringify(operations));
  data.append("map", typeof map === "string" ? map : JSON.stringify(map));
  for (const [key, file] of Object.entries(files)) data.append(key, file);
  return data;
}

function request(body: BodyInit, headers: Record<string, string> = { "graphql-preflight": "1" }): Request {
  return new Request("http://localhost/graphql", { method: "POST", headers, body });
}

const text = (size: number, name = "a.txt") => new File(["x".repeat(size)], name, { type: "text/plain" });

// deno-lint-ignore no-explicit-any -- the body of any response
async function answered(app: Application, request: Request): Promise<{ status: number; body: any }> {
  const response = await app.fetch(request);
  return { status: response.status, body: await response.json() };
}

/** A form whose parts are written by hand, so that its client can stop, wait or lie. */
class SlowForm {
  readonly #boundary = "----slow";
  readonly #stream = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  readonly #writer = this.#stream.writable.getWriter();

  get request(): Request {
    const headers = {
      "graphql-preflight": "1",
      "content-type": `multipart/form-data; boundary=${this.#boundary}`,
    };
    return new Request("http://localhost/graphql", { method: "POST", headers, body: this.#stream.readable });
  }

  part(name: string, content: string, filename?: string): Promise<void> {
    const file = filename === undefined ? "" : `; filename="${filename}"`;
    return this.raw(
      `--${this.#boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`,
    );
  }

  raw(content: string): Promise<void> {
    return this.#writer.write(new TextEncoder().encode(content));
  }

  end(): Promise<void> {
    return this.raw(`--${this.#boundary}--\r\n`).then(() => this.#writer.close());
  }

  abort(): Promise<void> {
    return this.#writer.abort();
  }
}

Deno.test("a file of a multipart request is streamed to the resolver, with name and type", async () => {
  await using service = await app();
  const files = { 0: text(200_000, "C:\\fakepath\\notes.txt") };
  const { status, body } = await answered(
    service,
    request(form({ operations: storeOne, map: { 0: ["variables.file"] }, files })),
  );
  assertEquals([status, body], [200, { data: { store: "notes.txt text/plain 200000" } }]);
});

Deno.test("several files are read in the order in which they are sent, and in another one within the buffer", async () => {
  await using service = await app({ maxUploadBufferBytes: 300_000 });
  const map = { 0: ["variables.files.0"], 1: ["variables.files.1"] };
  const files = { 0: text(250_000, "first"), 1: text(10, "second") };
  for (const reversed of [false, true]) {
    const { body } = await answered(service, request(form({ operations: storeTwo(reversed), map, files })));
    const expected = ["first text/plain 250000", "second text/plain 10"];
    assertEquals(body, { data: { storeAll: reversed ? expected.toReversed() : expected } });
  }
});

Deno.test("a file behind more than the buffer holds can't be opened first, and the error says so", async () => {
  await using service = await app({ maxUploadBufferBytes: 100_000 });
  const map = { 0: ["variables.files.0"], 1: ["variables.files.1"] };
  const files = { 0: text(1_000_000, "first"), 1: text(10, "second") };
  const { body } = await answered(service, request(form({ operations: storeTwo(true), map, files })));
  assertEquals(body.data, null);
  assertStringIncludes(body.errors[0].message, "at most 100000 bytes of the files before it are kept");
  assertEquals(body.errors[0].extensions.classification, "BAD_REQUEST");
});

Deno.test("the connection is read at the speed of the resolver", async () => {
  const read = Promise.withResolvers<void>();
  class Patient {
    @MutationMapping({ params: [param.argument("file", t.object(() => Upload))], returns: t.string })
    async store(file: Upload): Promise<string> {
      const { stream } = await file.open();
      await read.promise;
      return String((await new Response(stream).bytes()).length);
    }
  }
  const features = [graphql({ schema: [schema] }), uploads(), controller(Patient)];
  await using service = await createApp(createContainer(...features));
  const slow = new SlowForm();
  const response = service.fetch(slow.request);
  await slow.part("operations", JSON.stringify(storeOne));
  await slow.part("map", '{"0":["variables.file"]}');
  await slow.raw('------slow\r\ncontent-disposition: form-data; name="0"; filename="a"\r\n\r\n');
  let sent = 0;
  const chunk = "x".repeat(50_000);
  const sending = (async () => {
    for (; sent < 100; sent++) await slow.raw(chunk);
    await slow.raw("\r\n");
    await slow.end();
  })();
  // What may be read ahead is read; then nothing is, however many turns pass.
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => void setImmediate(resolve));
  assert(sent < 10, `${sent} chunks were read ahead`);
  read.resolve();
  assertEquals(await (await response).json(), { data: { store: "5000000" } });
  await sending;
});

Deno.test("a file that is too large fails its field, whatever else the operation does", async () => {
  await using service = await app({ maxUploadFileBytes: 1_000 });
  const ofSize = (size: number) =>
    answered(
      service,
      request(form({ operations: storeOne, map: { 0: ["variables.file"] }, files: { 0: text(size) } })),
    );
  assertEquals((await ofSize(1_000)).body, { data: { store: "a.txt text/plain 1000" } });
  const { body } = await ofSize(1_001);
  assertEquals(body.errors[0].message, "Cannot read the file as it must have at most 1000 bytes");
});

Deno.test("what the resolver does not read does not hold the response up", async () => {
  await using service = await app();
  await using server = await serve(service, { port: 0, quiet: true });
  const operations = { query: "mutation ($file: Upload) { ignore(file: $file) }", variables: { file: null } };
  const response = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: { "graphql-preflight": "1" },
    body: form({ operations, map: { 0: ["variables.file"] }, files: { 0: text(5_000_000) } }),
  });
  assertEquals(await response.json(), { data: { ignore: true } });
});

Deno.test("a file that is named and not sent, or cut off, fails its field", async () => {
  await using service = await app();
  const { body } = await answered(service, request(form({ operations: storeOne, map: { 0: ["variables.file"] } })));
  assertEquals(body.errors[0].message, "Cannot read the file as the part was not sent");
  const slow = new SlowForm();
  const response = answered(service, slow.request);
  await slow.part("operations", JSON.stringify(storeOne));
  await slow.part("map", '{"0":["variables.file"]}');
  await slow.raw('------slow\r\ncontent-disposition: form-data; name="0"; filename="a"\r\n\r\nhalf');
  await slow.abort();
  assertEquals((await response).body.errors[0].message, "Cannot read the file as the request ended early");
});

Deno.test("a client that sends nothing more is refused after http.bodyTimeoutMs", async () => {
  await using service = await app({}, 50);
  const slow = new SlowForm();
  const refused = answered(service, slow.request);
  await slow.part("operations", JSON.stringify(storeOne));
  assertEquals((await refused).status, 408);
  const late = new SlowForm();
  const failed = answered(service, late.request);
  await Promise.all([
    late.part("operations", JSON.stringify(storeOne)),
    late.part("map", '{"0":["variables.file"]}'),
    late.part("0", "the beginning", "a"),
  ]);
  assertEquals((await failed).body.errors[0].message, "Cannot read the file as more of it must arrive within 50 ms");
});

Deno.test("a client that sends its operation in trickles is refused after http.bodyTimeoutMs in all", async () => {
  await using service = await app({}, 200);
  const slow = new SlowForm();
  let isRefused = false;
  const refused = answered(service, slow.request).finally(() => isRefused = true);
  await slow.raw('------slow\r\ncontent-disposition: form-data; name="operations"\r\n\r\n');
  while (!isRefused) {
    await Promise.race([slow.raw(" ").catch(() => {}), refused]);
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
  assertEquals((await refused).status, 408);
});

Deno.test("forms of other sites are refused: a header has to be sent that they can't set", async () => {
  await using service = await app();
  const data = () => form({ operations: storeOne, map: { 0: ["variables.file"] }, files: { 0: text(1) } });
  assertEquals((await answered(service, request(data(), {}))).status, 403);
  for (const name of ["graphql-preflight", "apollo-require-preflight", "x-apollo-operation-name"]) {
    assertEquals((await answered(service, request(data(), { [name]: "1" }))).status, 200);
  }
});

Deno.test("without uploads() a form is refused as any other type", async () => {
  const features = [graphql({ schema: [schema] }), controller(FileController)];
  await using service = await createApp(createContainer(...features));
  assertEquals((await answered(service, request(form({ operations: storeOne, map: {} })))).status, 415);
});

Deno.test("a form that is no multipart request of GraphQL is refused with the reason", async () => {
  await using service = await app({ maxUploadFiles: 2 });
  const file = { 0: text(1) };
  const cases: [Part, number, string][] = [
    [{ operations: "{", map: {}, files: file }, 400, 'part "operations" as it must be JSON'],
    [{ operations: storeOne, map: "[", files: file }, 400, 'part "map" as it must be JSON'],
    [{ operations: storeOne, map: [1], files: file }, 400, "it must be an object with lists of paths"],
    [{ operations: storeOne, map: { 0: "variables.file" }, files: file }, 400, "it must be an object with lists"],
    [{ operations: storeOne, map: { 0: [], 1: [], 2: [] }, files: file }, 413, "at most 2 files"],
    [{ operations: storeOne, map: { 0: Array(101).fill("variables.file") }, files: file }, 413, "at most 100 paths"],
    [
      { operations: storeOne, map: { 0: ["query"] }, files: file },
      400,
      "its path must lead to a variable that is null",
    ],
    [{ operations: storeOne, map: { 0: ["variables.other"] }, files: file }, 400, "its path must lead to a variable"],
    [{ operations: storeOne, map: { 0: ["variables.__proto__.polluted"] }, files: file }, 400, "its path must lead"],
    [{ operations: storeOne, map: { 0: ["variables.constructor.prototype.x"] }, files: file }, 400, "its path must"],
    [{ operations: { query: 1 }, map: { 0: ["variables.file"] }, files: file }, 400, '"query"'],
    [{ operations: [storeOne], map: { 0: ["0.variables.file"] }, files: file }, 400, "batching is off"],
  ];
  for (const [part, status, message] of cases) {
    const { status: actual, body } = await answered(service, request(form(part)));
    assertEquals([actual, body.errors[0].message.includes(message)], [status, true], body.errors[0].message);
  }
  assertEquals(({} as Record<string, unknown>).polluted, undefined);
});

Deno.test("a form without its first parts, or in another order, is refused", async () => {
  await using service = await app();
  const data = new FormData();
  data.append("0", text(1));
  assertEquals((await answered(service, request(data))).status, 400);
  const swapped = new FormData();
  swapped.append("map", "{}");
  swapped.append("operations", "{}");
  assertEquals((await answered(service, request(swapped))).status, 400);
  const unbounded = request("rubbish", { "content-type": "multipart/form-data", "graphql-preflight": "1" });
  assertEquals((await answered(service, unbounded)).status, 400);
  const rubbish = request("rubbish", { "content-type": "multipart/form-data; boundary=x", "graphql-preflight": "1" });
  assertEquals((await answered(service, rubbish)).status, 400);
});

Deno.test("an upload can't be written as a literal or sent as JSON, and is opened once", async () => {
  await using service = await app();
  const json = (body: unknown) => request(JSON.stringify(body), { "content-type": "application/json" });
  const literal = await answered(service, json({ query: 'mutation { store(file: "x") }' }));
  assertStringIncludes(JSON.stringify(literal.body.errors), "must be a variable that stands for a file");
  const variable = await answered(service, json({ ...storeOne, variables: { file: "x" } }));
  assertStringIncludes(JSON.stringify(variable.body.errors), "must be a variable that stands for a file");
  const twice = { ...storeTwo(false), variables: { files: [null, null] } };
  const map = { 0: ["variables.files.0", "variables.files.1"] };
  const { body } = await answered(service, request(form({ operations: twice, map, files: { 0: text(1) } })));
  assertEquals(body.errors[0].message, "Cannot open the file as it was opened before");
});

Deno.test("a batch takes files for each of its operations", async () => {
  await using service = await app({ maxBatchOperations: 2 });
  const map = { 0: ["0.variables.file"], 1: ["1.variables.file"] };
  const files = { 0: text(1, "a"), 1: text(2, "b") };
  const { body } = await answered(service, request(form({ operations: [storeOne, storeOne], map, files })));
  assertEquals(body, [{ data: { store: "a text/plain 1" } }, { data: { store: "b text/plain 2" } }]);
});

Deno.test("requests with files beyond graphql.maxConcurrentUploads are refused with 503", async () => {
  await using service = await app({ maxConcurrentUploads: 1 });
  const slow = new SlowForm();
  const first = answered(service, slow.request);
  await slow.part("operations", JSON.stringify(storeOne));
  const data = () => form({ operations: storeOne, map: { 0: ["variables.file"] }, files: { 0: text(1) } });
  assertEquals((await answered(service, request(data()))).status, 503);
  await slow.part("map", '{"0":["variables.file"]}');
  await slow.part("0", "abc", "a.bin");
  await slow.end();
  assertStringIncludes((await first).body.data.store, "a.bin");
  assertEquals((await answered(service, request(data()))).status, 200);
});
