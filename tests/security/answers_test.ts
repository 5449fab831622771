import { assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  type EspalierPropertiesInput,
  graphql,
  Resource,
  serve,
  t,
  WebGraphQlInterceptor,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";

class Note {
  id!: string;
}
describeType(Note, { id: t.id }, { id: "id" });
class Notes extends repository(Note, {}) {}

async function start(properties: EspalierPropertiesInput = {}, ...modules: ContainerModule[]): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(Notes).toResolvedValue((database) => new Notes(database), [Database]);
  });
  const schema = Resource.text("schema", "type Query { a: String }");
  const container = createContainer(
    actuator({ diskSpace: false }),
    data({ entities: [Note] }),
    rest(),
    exportRepository(Notes, { writable: true }),
    graphql({ schema: [schema] }),
    beans,
    ...modules,
  );
  return await createApp(container, { properties: { logging: { level: "OFF" }, ...properties } });
}

const query = "/graphql?query=%7Ba%7D";

Deno.test("JSON is not sniffed, and answers that may be personal are not stored", async () => {
  await using app = await start();
  await app.container.get(Notes).save({ id: "1" });
  const headersOf = async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.fetch(new Request(`http://localhost${path}`, { headers }));
    await response.body?.cancel();
    const { status } = response;
    return [status, response.headers.get("cache-control"), response.headers.get("x-content-type-options")];
  };
  assertEquals(await headersOf(query), [200, "no-store", "nosniff"]);
  assertEquals(await headersOf("/graphql?query=%7Bb%7D"), [200, "no-store", "nosniff"]);
  assertEquals(await headersOf("/graphql?query=%7B"), [200, "no-store", "nosniff"]);
  assertEquals(await headersOf(query, { accept: "text/event-stream" }), [200, "no-store, no-transform", "nosniff"]);
  assertEquals(await headersOf("/notes"), [200, "private, no-cache", "nosniff"]);
  assertEquals(await headersOf("/notes/1"), [200, "private, no-cache", "nosniff"]);
  assertEquals(await headersOf("/notes/2"), [404, "no-store", "nosniff"]);
  assertEquals(await headersOf("/nothing-here"), [404, "no-store", "nosniff"]);
  assertEquals(await headersOf("/actuator/health"), [200, "no-store", "nosniff"]);
  assertEquals(await headersOf("/actuator/nothing-here"), [404, "no-store", "nosniff"]);
});

Deno.test("results of POST requests with credentials are not stored, and failures are not, either", async () => {
  await using app = await start();
  const headersOf = async (query: string, headers: Record<string, string>) => {
    const response = await app.fetch(
      new Request("http://localhost/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ query }),
      }),
    );
    await response.body?.cancel();
    return [response.headers.get("cache-control"), response.headers.get("x-content-type-options")];
  };
  assertEquals(await headersOf("{ a }", { authorization: "Bearer 1" }), ["no-store", "nosniff"]);
  assertEquals(await headersOf("{ a }", { cookie: "session=1" }), ["no-store", "nosniff"]);
  assertEquals(await headersOf("{ b }", {}), ["no-store", "nosniff"]);
  assertEquals(await headersOf("{ a }", {}), [null, null]);
});

Deno.test("an interceptor may let results be stored", async () => {
  const caching = new ContainerModule(({ bind }) => {
    bind(WebGraphQlInterceptor).toConstantValue({
      intercept: async (request, next) => {
        const response = await next(request);
        response.responseHeaders.set("cache-control", "public, max-age=60");
        return response;
      },
    });
  });
  await using app = await start({}, caching);
  const response = await app.fetch(new Request(`http://localhost${query}`));
  await response.body?.cancel();
  assertEquals(response.headers.get("cache-control"), "public, max-age=60");
  assertEquals(response.headers.get("x-content-type-options"), "nosniff");
});

/** The status by the host that a request is for. */
async function statuses(app: Application, hosts: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const host of hosts) {
    const response = await app.fetch(new Request(`http://${host}${query}`));
    await response.body?.cancel();
    found[host] = response.status;
  }
  return found;
}

const ownHosts = ["localhost:8080", "shop.localhost", "LOCALHOST", "localhost.", "127.0.0.1:8080", "[::1]:8080"];
const otherHosts = ["evil.example", "localhost.evil.example", "notlocalhost", "127.0.0.1.evil.example"];

Deno.test("in development a page whose name resolves to this machine is not answered (DNS rebinding)", async () => {
  await using app = await start({ preset: "development" });
  assertEquals(await statuses(app, ownHosts), Object.fromEntries(ownHosts.map((host) => [host, 200])));
  assertEquals(await statuses(app, otherHosts), Object.fromEntries(otherHosts.map((host) => [host, 421])));
  const refusal = await app.fetch(new Request("http://evil.example:8080/"));
  assertEquals(
    (await refusal.json()).detail,
    "Cannot answer the request as its host must be an IP address or one of the property http.allowedHosts: " +
      'current value is "evil.example:8080"',
  );
});

Deno.test("http.allowedHosts decides in both presets; production answers any host by default", async () => {
  await using open = await start();
  assertEquals(await statuses(open, ["evil.example"]), { "evil.example": 200 });
  await using closed = await start({ http: { allowedHosts: ["shop.example", "*.shop.example"] } });
  assertEquals(await statuses(closed, ["shop.example", "eu.Shop.example:8443", "10.0.0.7", "evil.example"]), {
    "shop.example": 200,
    "eu.Shop.example:8443": 200,
    "10.0.0.7": 200,
    "evil.example": 421,
  });
});

Deno.test("the host that serve binds is answered", async () => {
  await using server = await serve(await start({ preset: "development", http: { allowedHosts: [] } }), {
    hostname: "localhost",
    port: 0,
    quiet: true,
  });
  const status = async (host: string) => {
    using connection = await Deno.connect({ hostname: "localhost", port: server.port });
    const request = `GET ${query} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
    await connection.write(new TextEncoder().encode(request));
    return (await new Response(connection.readable).text()).slice(9, 12);
  };
  assertEquals([await status("localhost"), await status("evil.example")], ["200", "421"]);
});
