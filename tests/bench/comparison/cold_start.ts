import { packageForExamples } from "../../bundle/package_for_examples.ts";
import { freePort } from "../servers.ts";

/** A service whose start is measured. */
export interface ColdStart {
  readonly name: string;
  readonly args: (port: number) => string[];
  readonly env?: (port: number) => Record<string, string>;
  /** The body of the first request to `/graphql`. */
  readonly body: string;
  /** Matches the response to it. */
  readonly response: RegExp;
}

const root = new URL("../../../", import.meta.url).pathname;
const greeting = { body: '{"query":"{ greeting(name: \\"Ada\\") }"}', response: /"greeting":"Hello, Ada!"/ };

/** Starts from the sources, as in a clone. The first one is written by hand: what the others are compared with. */
const fromSources: readonly ColdStart[] = [
  {
    name: "Deno.serve and graphql-js by hand",
    args: (port) => ["run", "--allow-net", "tests/bench/bare_server.ts", String(port)],
    ...greeting,
  },
  {
    name: "examples/hello.ts",
    args: (port) => ["run", "--allow-net", "examples/hello.ts", String(port)],
    ...greeting,
  },
  {
    name: "examples/bookstore with its database",
    args: () => ["run", "--allow-net", "--allow-read", "--allow-write", "--allow-env", "examples/bookstore/main.ts"],
    env: (port) => ({ ESPALIER_PRESET: "production", PORT: String(port), DATABASE_URL: `sqlite:${database()}` }),
    body: '{"query":"{ books(first: 1) { edges { node { title } } } }"}',
    response: /"title":"/,
  },
];

/**
 * Builds the package, and returns the services whose starts are measured: from the sources, and the examples once more
 * from the package as it is published. The first one is written by hand.
 */
export async function coldStarts(): Promise<ColdStart[]> {
  const folder = await Deno.makeTempDir();
  await packageForExamples(folder);
  const fromPackage = fromSources.slice(1).map((service) => ({
    ...service,
    name: `${service.name}, published package`,
    args: (port: number) => {
      const [run, ...args] = service.args(port);
      return [run!, `--config=${folder}/deno.json`, ...args];
    },
  }));
  return [...fromSources, ...fromPackage];
}

let databaseFile: string | undefined;

/** The database is filled by the first start. */
function database(): string {
  return databaseFile ??= `${Deno.makeTempDirSync()}/bookstore.db`;
}

/**
 * Starts a service in a process of its own and stops it after its first response.
 *
 * @returns milliseconds from the start of the process to the first response
 * @throws Error when the response is wrong
 */
export async function timeColdStart(service: ColdStart): Promise<number> {
  const port = freePort();
  const env = service.env?.(port);
  const command = new Deno.Command(Deno.execPath(), {
    cwd: root,
    args: service.args(port),
    ...(env === undefined ? {} : { env }),
    stdout: "null",
    stderr: "inherit",
  });
  const startedAt = performance.now();
  const child = command.spawn();
  try {
    await firstResponse(service, port);
    return performance.now() - startedAt;
  } finally {
    child.kill("SIGTERM");
    await child.status;
  }
}

async function firstResponse({ body, response: expected }: ColdStart, port: number): Promise<void> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body };
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/graphql`, init);
      const text = await response.text();
      if (!expected.test(text)) throw new Error(`Wrong response: ${text}`);
      return;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      // Nobody listens yet.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}
