import { type Application, createApp, createContainer } from "@espalier/espalier";
import { composeSubgraphs, type Supergraph } from "@espalier/espalier/federation";
import { assert, assertEquals } from "@std/assert";
import { buildSchema } from "graphql";
import { Random } from "../../security/random.ts";
import { times } from "../../long.ts";
import { gatewayFolder, type GatewayKind, startGateway } from "./gateway.ts";
import { subgraphs, wholeLibrary } from "./library_subgraphs.ts";
import { hasNpm, type NpmFolder } from "./npm_folder.ts";
import { RandomQueries } from "./random_queries.ts";

// Before the tests, so that the network counts for none of them.
const folders = new Map<GatewayKind, NpmFolder>();
if (hasNpm) { for (const kind of ["apollo", "hive"] as const) folders.set(kind, await gatewayFolder(kind)); }

const properties = { logging: { level: "OFF" } } as const;

async function startSubgraphs(running: AsyncDisposableStack): Promise<Supergraph> {
  const started = await Promise.all(subgraphs.map(async ({ name, features, schema }) => {
    const app = running.use(await createApp(createContainer(...features), { properties }));
    const server = running.use(Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch));
    return { name, url: `http://127.0.0.1:${server.addr.port}/graphql`, sdl: await schema.text() };
  }));
  return await composeSubgraphs(started);
}

async function ask(app: Application, query: string): Promise<unknown> {
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    }),
  );
  return await response.json();
}

for (const kind of ["apollo", "hive"] as const) {
  Deno.test({
    name:
      `26.3 200 random queries over three subgraphs have the answers of one service that holds all (${kind} gateway)`,
    ignore: !hasNpm,
    fn: async () => {
      await using running = new AsyncDisposableStack();
      const { supergraphSdl, publicSdl } = await startSubgraphs(running);
      const whole = running.use(await createApp(createContainer(...wholeLibrary(publicSdl)), { properties }));
      const gateway = running.use(await startGateway(kind, folders.get(kind)!, supergraphSdl));
      const queries = new RandomQueries(buildSchema(publicSdl), new Random(26));
      let requiring = 0;
      for (let i = 0; i < times(200, 2000); i++) {
        const query = queries.next();
        if (/shippingCosts|weight/.test(query) && query.includes("review")) requiring++;
        const expected = await ask(whole, query) as { readonly errors?: unknown };
        assertEquals(expected.errors, undefined, query);
        assertEquals(await gateway.ask({ query }), expected, query);
      }
      // A walk that never needs two subgraphs would prove nothing.
      assert(requiring > 20, String(requiring));
    },
  });
}
