import { assertEquals, assertRejects } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  t,
} from "@espalier/espalier";
import { Database, EntityRepository } from "@espalier/espalier/data";
import { type BinaryOptions, exportRepository, rest } from "@espalier/espalier/rest";
import { hasRole, Principal, propertyRules, requires } from "@espalier/espalier/security";
import { ActingPrincipals } from "@espalier/espalier/testing";

class Photo {
  constructor(
    readonly id: string,
    readonly title: string,
    readonly image: Uint8Array | null,
    readonly imageType: string | null,
    readonly thumbnail: Uint8Array,
    readonly version = 0,
  ) {}
}
describeType(Photo, {
  id: t.id,
  title: t.string,
  image: t.nullable(t.bytes),
  imageType: t.nullable(t.string),
  thumbnail: t.bytes,
  version: t.int,
}, { id: "id", version: "version" });
class Photos extends EntityRepository<Photo, string> {}

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255, 10, 13]);
const acting = new ActingPrincipals();
const clerk = new Principal("ada", { roles: ["clerk"], scopes: ["photos:write"] });
const reader = new Principal("bob", { roles: ["clerk"] });
const writer = new Principal("eve", { scopes: ["photos:write"] });

const image: BinaryOptions = { mediaTypes: ["image/png", "text/html"], mediaType: "imageType", maxBytes: 1_000 };

async function start(
  options: {
    readonly isRuled?: boolean;
    readonly image?: unknown;
    readonly isThumbnailWritable?: boolean;
    readonly isPropertyRuled?: boolean;
  } = {},
): Promise<Application> {
  const beans = new ContainerModule(({ bind }) =>
    bind(Photos).toResolvedValue((database) => new Photos(database, Photo), [Database])
  );
  const access = options.isRuled === true
    ? { access: { read: hasRole("clerk"), create: hasRole("clerk"), update: requires("photos:write") } }
    : {};
  const ofProperties = options.isPropertyRuled === true
    ? [propertyRules(Photo, { image: { read: hasRole("clerk"), write: requires("photos:write") } })]
    : [];
  const app = await createApp(
    createContainer(
      ...ofProperties,
      data({ entities: [Photo] }),
      beans,
      rest(),
      acting.module,
      exportRepository(Photos, {
        path: "photos",
        rel: "photos",
        writable: true,
        ...access,
        properties: {
          // What a caller passes whom no compiler checks.
          image: { binary: (options.image ?? image) as BinaryOptions, path: "picture" },
          thumbnail: { binary: { mediaTypes: ["image/png"] }, readOnly: options.isThumbnailWritable !== true },
        },
      }),
    ),
    { properties: { logging: { level: "OFF" }, rest: { openApi: true } } },
  );
  await app.container.get(Photos).save(new Photo("1", "Sea", null, null, png));
  return app;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit;
  readonly as?: Principal;
}

async function ask(app: Application, path: string, { as, ...init }: Asked = {}) {
  const view = as === undefined ? app : acting.as(as, app);
  const response = await view.fetch(new Request(`http://localhost${path}`, init));
  const bytes = await response.bytes();
  return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) };
}

const put = (body: BodyInit, type = "image/png", headers: Record<string, string> = {}): Asked => ({
  method: "PUT",
  body,
  headers: { "content-type": type, ...headers },
});

Deno.test("bytes are sent and received as they are, at a resource that documents link to", async () => {
  await using app = await start();
  const document = JSON.parse((await ask(app, "/photos/1")).text);
  assertEquals([Object.keys(document), document._links.image.href], [
    ["title", "imageType", "_links"],
    "http://localhost/photos/1/picture",
  ]);
  assertEquals((await ask(app, "/photos/1/picture")).status, 404);
  const stored = await ask(app, "/photos/1/picture", put(png));
  assertEquals([stored.status, stored.headers.has("etag")], [204, true]);
  const read = await ask(app, "/photos/1/picture");
  assertEquals([read.status, read.bytes, read.headers.get("content-type")], [200, png, "image/png"]);
  assertEquals(read.headers.get("etag"), stored.headers.get("etag"));
  const head = await ask(app, "/photos/1/picture", { method: "HEAD" });
  assertEquals([head.status, head.headers.get("content-length"), head.text], [200, "8", ""]);
  assertEquals(JSON.parse((await ask(app, "/photos")).text)._embedded.photos[0].image, undefined);
  const options = await ask(app, "/photos/1/picture", { method: "OPTIONS" });
  assertEquals(options.headers.get("allow"), "GET, HEAD, PUT, DELETE, OPTIONS");
  assertEquals((await ask(app, "/photos/1/picture", { method: "DELETE" })).status, 204);
  assertEquals((await ask(app, "/photos/1/picture")).status, 404);
  assertEquals((await ask(app, "/photos/2/picture", put(png))).status, 404);
});

Deno.test("preconditions are about the bytes", async () => {
  await using app = await start();
  const first = (await ask(app, "/photos/1/picture", put(png, "image/png", { "if-none-match": "*" }))).headers;
  const etag = first.get("etag")!;
  assertEquals((await ask(app, "/photos/1/picture", put(png, "image/png", { "if-none-match": "*" }))).status, 412);
  assertEquals((await ask(app, "/photos/1/picture", { headers: { "if-none-match": etag } })).status, 304);
  const other = new Uint8Array([1]);
  assertEquals((await ask(app, "/photos/1/picture", put(other, "image/png", { "if-match": etag }))).status, 204);
  assertEquals((await ask(app, "/photos/1/picture", put(png, "image/png", { "if-match": etag }))).status, 412);
  const removal = { method: "DELETE", headers: { "if-match": etag } };
  assertEquals((await ask(app, "/photos/1/picture", removal)).status, 412);
  assertEquals((await ask(app, "/photos/1/picture")).bytes, other);
});

Deno.test("other media types are 415, larger bodies 413, and nothing is stored of them", async () => {
  await using app = await start();
  const wrong = await ask(app, "/photos/1/picture", put(png, "image/svg+xml"));
  assertEquals([wrong.status, wrong.headers.get("accept")], [415, "image/png, text/html"]);
  assertEquals((await ask(app, "/photos/1/picture", put(new Uint8Array(1_001)))).status, 413);
  const stream = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(600)),
  });
  assertEquals((await ask(app, "/photos/1/picture", put(stream))).status, 413);
  assertEquals((await ask(app, "/photos/1/picture")).status, 404);
  assertEquals((await ask(app, "/photos/1/picture", put(new Uint8Array(1_000)))).status, 204);
});

Deno.test("what clients have stored never becomes a page of the service", async () => {
  await using app = await start();
  await ask(app, "/photos/1/picture", put("<script>alert(1)</script>", "text/html"));
  const { headers } = await ask(app, "/photos/1/picture");
  assertEquals(
    ["content-type", "content-disposition", "content-security-policy", "x-content-type-options"].map((name) =>
      headers.get(name)
    ),
    ["text/html", "attachment", "default-src 'none'; sandbox", "nosniff"],
  );
  const photos = app.container.get(Photos);
  await photos.save(Object.assign((await photos.findById("1"))!, { imageType: "application/x-made-up" }));
  assertEquals((await ask(app, "/photos/1/picture")).headers.get("content-type"), "application/octet-stream");
  await ask(app, "/photos/1/picture", put(png));
  assertEquals((await ask(app, "/photos/1/picture")).headers.get("content-disposition"), "inline");
});

Deno.test("a document that is read and replaced keeps the bytes, which new items may bring as Base64", async () => {
  await using app = await start({ isThumbnailWritable: true });
  await ask(app, "/photos/1/picture", put(png));
  const json = { "content-type": "application/json" };
  const document = { ...JSON.parse((await ask(app, "/photos/1")).text), title: "Lake" };
  assertEquals(
    (await ask(app, "/photos/1", { method: "PUT", headers: json, body: JSON.stringify(document) })).status,
    204,
  );
  assertEquals((await ask(app, "/photos/1/picture")).bytes, png);
  const made = { title: "New", image: png.toBase64(), imageType: "image/png", thumbnail: png.toBase64() };
  const body = JSON.stringify({ ...made, id: "2" });
  assertEquals((await ask(app, "/photos", { method: "POST", headers: json, body })).status, 201);
  assertEquals((await ask(app, "/photos/2/thumbnail")).bytes, png);
});

Deno.test("what is read-only is only read; what must not be null is not removed", async () => {
  await using app = await start();
  assertEquals((await ask(app, "/photos/1/thumbnail")).bytes, png);
  const { status, headers } = await ask(app, "/photos/1/thumbnail", put(png));
  assertEquals([status, headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
});

Deno.test("the rules of the export hold, and who may not read learns nothing by preconditions", async () => {
  await using app = await start({ isRuled: true });
  const status = async (as: Principal, asked: Asked = {}) =>
    (await ask(app, "/photos/1/picture", { ...asked, as })).status;
  assertEquals(await status(clerk, put(png)), 204);
  assertEquals([await status(clerk), await status(reader), await status(writer)], [200, 200, 403]);
  assertEquals(await status(reader, put(png)), 403);
  assertEquals(await status(writer, put(png)), 204);
  assertEquals(await status(writer, put(png, "image/png", { "if-match": '"guess"' })), 403);
  assertEquals(await status(clerk, put(png, "image/png", { "if-match": '"guess"' })), 412);
  assertEquals(await status(reader, { method: "DELETE" }), 403);
});

Deno.test("the rules of the property hold: who may not read it finds no resource, and who may not write it finds one to read", async () => {
  await using app = await start({ isPropertyRuled: true });
  const status = async (as: Principal, asked: Asked = {}) =>
    (await ask(app, "/photos/1/picture", { ...asked, as })).status;
  assertEquals([await status(clerk, put(png)), await status(clerk), await status(reader)], [204, 200, 200]);
  assertEquals([await status(reader, put(png)), await status(reader, { method: "DELETE" })], [405, 405]);
  assertEquals([await status(writer), (await ask(app, "/photos/1", { as: writer })).text.includes("picture")], [
    404,
    false,
  ]);
  assertEquals(await status(writer, put(png)), 404);
});

Deno.test("OpenAPI and the profile tell of the bytes' resource", async () => {
  await using app = await start();
  const { paths } = JSON.parse((await ask(app, "/openapi.json")).text);
  const path = paths["/photos/{id}/picture"];
  assertEquals(Object.keys(path).sort(), ["delete", "get", "parameters", "put"]);
  assertEquals(Object.keys(path.put.requestBody.content), ["image/png", "text/html"]);
  assertEquals(Object.keys(paths["/photos/{id}/thumbnail"]).sort(), ["get", "parameters"]);
  const { headers } = await ask(app, "/photos/1", { headers: { accept: "application/schema+json" } });
  assertEquals(headers.has("content-type"), true);
});

Deno.test("options that don't fit stop the start, and say what is needed", async () => {
  const wrong: readonly (readonly [unknown, string])[] = [
    [{ mediaTypes: [] }, '"mediaTypes" must name types'],
    [{ mediaTypes: ["image/*"] }, '"image/*"'],
    [{ mediaTypes: ["image/png", "image/gif"] }, '"mediaType" must name a text property'],
    [{ mediaTypes: ["image/png"], mediaType: "thumbnail" }, '"mediaType" must name a text property'],
    [{ mediaTypes: ["image/png"], maxBytes: 0 }, '"maxBytes" must be an integer >= 1'],
    [{ mediaTypes: ["image/png"], maxbytes: 1 }, '"maxbytes"'],
  ];
  for (const [options, message] of wrong) {
    await assertRejects(() => start({ image: options }), Error, message);
  }
});
