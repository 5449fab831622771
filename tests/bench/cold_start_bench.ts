// Process start of `deno run` to the first correct answer, with warm module caches.

interface Service {
  readonly name: string;
  readonly args: (port: number) => string[];
  readonly env?: (port: number) => Record<string, string>;
  readonly body: string;
  readonly answer: RegExp;
}

const root = new URL("../../", import.meta.url).pathname;
const database = `${Deno.makeTempDirSync()}/bookstore.db`;

const services: readonly Service[] = [
  {
    name: "cold start: Deno.serve and graphql-js by hand",
    args: (port) => ["run", "--allow-net", "tests/bench/bare_server.ts", String(port)],
    body: '{"query":"{ greeting(name: \\"Ada\\") }"}',
    answer: /"greeting":"Hello, Ada!"/,
  },
  {
    name: "cold start: examples/hello.ts",
    args: (port) => ["run", "--allow-net", "examples/hello.ts", String(port)],
    body: '{"query":"{ greeting(name: \\"Ada\\") }"}',
    answer: /"greeting":"Hello, Ada!"/,
  },
  {
    name: "cold start: examples/bookstore with its database",
    args: () => ["run", "--allow-net", "--allow-read", "--allow-write", "--allow-env", "examples/bookstore/main.ts"],
    env: (port) => ({ ESPALIER_PRESET: "production", PORT: String(port), DATABASE_URL: `sqlite:${database}` }),
    body: '{"query":"{ books(first: 1) { edges { node { title } } } }"}',
    answer: /"title":"/,
  },
];

for (const service of services) {
  Deno.bench({ name: service.name, n: 15, warmup: 2 }, async (bench) => {
    const port = freePort();
    const command = new Deno.Command(Deno.execPath(), {
      cwd: root,
      args: service.args(port),
      ...(service.env === undefined ? {} : { env: service.env(port) }),
      stdout: "null",
      stderr: "inherit",
    });
    bench.start();
    const child = command.spawn();
    await firstAnswer(service, port);
    bench.end();
    child.kill("SIGTERM");
    await child.status;
  });
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

async function firstAnswer(service: Service, port: number): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: service.body,
      });
      const text = await response.text();
      if (!service.answer.test(text)) throw new Error(`Wrong answer: ${text}`);
      return;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      // nobody listens yet
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}
