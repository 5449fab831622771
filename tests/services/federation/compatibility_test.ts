import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
import { composeSubgraphs, federation } from "@espalier/espalier/federation";
import { assertEquals } from "@std/assert";
import { gatewayFolder, startGateway } from "./gateway.ts";
import { hasNpm, npmFolder } from "./npm_folder.ts";
import { referenceSubgraphs } from "./reference_subgraphs.ts";

// Before the tests, so that the network counts for none of them.
const suite = hasNpm ? await npmFolder("@apollo/federation-subgraph-compatibility-tests@1.2.1") : undefined;
const gateways = hasNpm ? await gatewayFolder("apollo") : undefined;

Deno.test({
  name: "26.3 every row of Apollo's subgraph compatibility tests passes, with Apollo Gateway as the router",
  ignore: !hasNpm,
  fn: async () => {
    const root = `${suite!.path}/node_modules/@apollo/federation-subgraph-compatibility-tests`;
    await using running = new AsyncDisposableStack();
    const started = await Promise.all(referenceSubgraphs.map(async ({ name, schema, module }) => {
      const sdl = await Deno.readTextFile(`${root}/${schema}`);
      const container = createContainer(
        graphql({ schema: [Resource.text(name, sdl)] }),
        federation({ tracing: true }),
        module,
      );
      const app = running.use(await createApp(container, { properties: { logging: { level: "OFF" } } }));
      const server = running.use(Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch));
      const url = `http://127.0.0.1:${server.addr.port}/graphql`;
      return { name, url, sdl: await sdlOf(url) };
    }));
    const { supergraphSdl } = await composeSubgraphs(started);
    const router = running.use(await startGateway("apollo", gateways!, supergraphSdl));
    const { code, rows } = await jest(root, { PRODUCTS_URL: started[0]!.url, ROUTER_URL: router.url });
    assertEquals(rows.filter(({ status }) => status !== "passed"), []);
    assertEquals(code, 0);
    assertEquals(new Set(rows.map(({ file }) => file)).size, 12);
  },
});

async function sdlOf(url: string): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "{ _service { sdl } }" }),
  });
  return (await response.json()).data._service.sdl;
}

interface Row {
  readonly file: string;
  readonly name: string;
  readonly status: string;
  readonly messages: readonly string[];
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Runs the tests of the package, as it publishes them. */
async function jest(root: string, env: Record<string, string>): Promise<{ code: number; rows: readonly Row[] }> {
  const client = `${suite!.path}/compatibility_client.cjs`;
  await Deno.copyFile(new URL("gateways/compatibility_client.cjs.txt", import.meta.url), client);
  const config = {
    rootDir: `${root}/dist`,
    testMatch: ["<rootDir>/tests/*.test.js"],
    testPathIgnorePatterns: [],
    haste: { retainAllFiles: true },
    moduleNameMapper: { "utils/client$": client },
    transform: {},
  };
  const { code, stdout, stderr } = await new Deno.Command("node", {
    args: [`${suite!.path}/node_modules/jest/bin/jest.js`, "--config", JSON.stringify(config), "--json", "--runInBand"],
    cwd: suite!.path,
    env,
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (!text.startsWith("{")) throw new Error(`jest failed: ${text}${new TextDecoder().decode(stderr)}`);
  const { testResults } = JSON.parse(text) as Report;
  const rows = testResults.flatMap(({ name, message, assertionResults }) =>
    assertionResults.length === 0
      ? [{ file: name, name, status: "failed", messages: [message] }]
      : assertionResults.map(({ fullName, status, failureMessages }) => ({
        file: name,
        name: fullName,
        status,
        messages: failureMessages,
      }))
  );
  return { code, rows };
}
