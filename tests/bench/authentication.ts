// Processor time of a request with a signed token, compared with the same one without:
//
//   deno task bench:authentication [seconds] [rounds]
//
// The load comes from `wrk`; servers run in processes of their own, in turns.
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { createApp, createContainer, graphql, Resource, serve } from "@espalier/espalier";
import { RuntimeWiringConfigurer } from "@espalier/espalier/graphql";
import { ContainerModule } from "@espalier/espalier";
import { authenticated, jwt, security } from "@espalier/espalier/security";
import { freePort, median, processorTimeOf } from "./servers.ts";

const issuer = "https://id.example.com";

if (Deno.env.has("KEYS")) await serveHello(Deno.env.get("KEYS")!);
else await compare(Number(Deno.args[0] ?? 5), Number(Deno.args[1] ?? 5));

/** The smallest question, which shows what authentication adds best. */
async function serveHello(keys: string): Promise<void> {
  const schema = Resource.text("hello", "type Query { hello: String }");
  const beans = new ContainerModule(({ bind }) => {
    bind(RuntimeWiringConfigurer).toConstantValue({
      configure: (wiring) => wiring.type("Query", (type) => type.dataFetcher("hello", () => "Hello")),
    });
  });
  const modules = keys === "none" ? [] : [
    security({
      schemes: [jwt({ issuer, audience: "bench", keys: JSON.parse(keys) })],
      paths: { "/{*path}": authenticated() },
    }),
  ];
  const app = await createApp(createContainer(graphql({ schema: [schema] }), beans, ...modules), {
    properties: { logging: { level: "ERROR" } },
  });
  await serve(app, { port: Number(Deno.env.get("PORT")), quiet: true });
}

async function compare(seconds: number, rounds: number): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const keys = JSON.stringify({ keys: [{ ...await exportJWK(publicKey), kid: "bench", alg: "RS256" }] });
  const token = await new SignJWT({ scope: "orders:read orders:write", roles: ["clerk"] })
    .setProtectedHeader({ alg: "RS256", kid: "bench" })
    .setIssuer(issuer).setAudience("bench").setSubject("ada").setExpirationTime("1h").sign(privateKey);
  const work = await Deno.makeTempDir({ prefix: "espalier_bench_" });
  const headers = (authorization: string) =>
    `wrk.method = "POST"\nwrk.body = [[{"query":"{ hello }"}]]\nwrk.headers["content-type"] = "application/json"\n${authorization}`;
  await Deno.writeTextFile(`${work}/open.lua`, headers(""));
  await Deno.writeTextFile(`${work}/token.lua`, headers(`wrk.headers["authorization"] = "Bearer ${token}"`));
  const times = { open: [] as number[], sent: [] as number[], token: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.open.push(await measure("none", `${work}/open.lua`, seconds));
    // Headers that nobody reads, and the response headers of whoever is named, have their price, too.
    times.sent.push(await measure("none", `${work}/token.lua`, seconds));
    times.token.push(await measure(keys, `${work}/token.lua`, seconds));
  }
  await Deno.remove(work, { recursive: true });
  const [open, sent, withToken] = [median(times.open), median(times.sent), median(times.token)];
  console.table([{
    "without µs": Number(open.toFixed(1)),
    "sent, not checked µs": Number(sent.toFixed(1)),
    "with a token µs": Number(withToken.toFixed(1)),
    "with / without": Number((withToken / open).toFixed(2)),
    "checked / sent": Number((withToken / sent).toFixed(2)),
  }]);
}

/** Microseconds per request, after a warm-up as long as the measurement. */
async function measure(keys: string, script: string, seconds: number): Promise<number> {
  const port = freePort();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL(import.meta.url).pathname],
    env: { PORT: String(port), KEYS: keys },
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  try {
    const url = `http://127.0.0.1:${port}/graphql`;
    for (
      let tries = 0;
      !await fetch(url).then(({ body }) => body?.cancel().then(() => true) ?? true, () => false);
      tries++
    ) {
      if (tries === 400) throw new Error("Cannot measure as the server must answer: it does not");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await load(url, script, seconds);
    const before = processorTimeOf(child.pid);
    const answered = await load(url, script, seconds);
    return (processorTimeOf(child.pid) - before) / answered;
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

async function load(url: string, script: string, seconds: number): Promise<number> {
  const args = ["-t1", "-c64", `-d${seconds}s`, "-s", script, url];
  const { stdout } = await new Deno.Command("wrk", { args }).output();
  const text = new TextDecoder().decode(stdout);
  if (text.includes("Non-2xx")) throw new Error(`Cannot measure as all requests must succeed: ${text}`);
  return Number(/(\d+) requests in/.exec(text)?.[1]);
}
