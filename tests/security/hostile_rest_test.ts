import process from "node:process";
import { assertEquals } from "@std/assert";
import { type Application, ContainerModule } from "@espalier/espalier";
import { HttpInterceptor } from "@espalier/espalier/http";
import { times } from "../long.ts";
import { applyPatch } from "rfc6902";
import { type HostileRequest, hostileRequests, largestRequests, Random } from "./hostile_requests.ts";
import { notesApp } from "./notes_app.ts";
import { isWithin } from "./processor_time.ts";

/** Most processor time of one request, in milliseconds. */
const maxProcessorTime = 250;
/** Most bytes of one answer. */
const maxBytes = 16 * 1_048_576;

interface Cost {
  readonly status: number;
  readonly bytes: number;
  readonly processorTime: number;
}

async function costOf(app: Application, { target, method = "GET", headers = {}, body }: HostileRequest): Promise<Cost> {
  const url = `http://localhost${target.replaceAll("#", "%23")}`;
  const request = new Request(url, { method, headers, body: body ?? null });
  const before = process.cpuUsage();
  const response = await app.fetch(request);
  const bytes = (await response.arrayBuffer()).byteLength;
  const { user, system } = process.cpuUsage(before);
  return { status: response.status, bytes, processorTime: (user + system) / 1000 };
}

/** Why a request costs too much; `undefined` when it does not. */
function excessOf({ status, bytes, processorTime }: Cost): string | undefined {
  if (status >= 500 && status !== 501) return `status ${status}`;
  if (bytes > maxBytes) return `${bytes} bytes`;
  return !isWithin(processorTime, maxProcessorTime) ? `${Math.round(processorTime)} ms` : undefined;
}

/** Asks again before it accuses: compilation and garbage collection hit some request or other. */
async function excess(app: Application, request: HostileRequest): Promise<string | undefined> {
  const first = excessOf(await costOf(app, request));
  if (first === undefined || first.startsWith("status")) return first;
  const second = excessOf(await costOf(app, request));
  return second === undefined ? undefined : excessOf(await costOf(app, request));
}

function described({ kind, method = "GET", target, headers = {}, body = "" }: HostileRequest): string {
  const text = (value: string) =>
    value.length > 120 ? `${value.slice(0, 60)}…${value.slice(-40)} (${value.length})` : value;
  return `${kind}: ${method} ${text(target)} ${Object.values(headers).map(text).join()} ${text(body)}`;
}

for (const url of ["memory:", "sqlite::memory:"]) {
  Deno.test(`no REST request costs more than ${maxProcessorTime} ms of processor time or 16 MB [${url}]`, async () => {
    await using app = await notesApp({ url });
    const random = new Random(18);
    const faults: string[] = [];
    for (let i = 0; i < times(500, 10_000); i++) {
      const request = hostileRequests[i % hostileRequests.length]!(random);
      const found = await excess(app, request);
      if (found !== undefined) faults.push(`${found}: ${described(request)}`);
    }
    assertEquals(faults.slice(0, 10), []);
    assertEquals((await costOf(app, { kind: "", target: "/notes" })).status, 200);
  });
}

Deno.test("no element of a request costs an exception: requests of the largest size take 250 ms at most", async () => {
  await using app = await notesApp();
  const faults: string[] = [];
  for (const request of largestRequests) {
    const found = await excess(app, request);
    if (found !== undefined) faults.push(`${found}: ${described(request)}`);
  }
  assertEquals(faults, []);
});

/** Code with defects that this project once had, in front of all routes. */
const defects: Readonly<Record<string, HttpInterceptor>> = {
  "slashes at the end of a path": {
    intercept(exchange, next) {
      exchange.path.replace(/\/+$/, "");
      return next(exchange);
    },
  },
  "JSON Patch that tests a list": {
    async intercept(exchange, next) {
      const { request } = exchange;
      if (request.headers.get("content-type") === "application/json-patch+json") {
        const patch: unknown = await request.clone().json().catch(() => []);
        const [{ value = [] } = {}] = patch as { value?: unknown }[];
        // The time is cubic in the length: the full length would take hours.
        const tags = Array.from({ length: 250 }, (_, i) => `tag ${i}`);
        applyPatch({ tags }, [{ op: "test", path: "/tags", value: Array.isArray(value) ? value.slice(0, 250) : [] }]);
      }
      return next(exchange);
    },
  },
  "a text searched at each character anew": {
    intercept(exchange, next) {
      const wanted = (exchange.url.searchParams.get("text") ?? "").replaceAll("%", "");
      const text = "a".repeat(50_000);
      for (let start = 0; start + wanted.length <= text.length; start++) {
        let at = 0;
        while (at < wanted.length && wanted[at] === text[start + at]) at++;
      }
      return next(exchange);
    },
  },
};

Deno.test("the hostile requests find defects that were there once", async () => {
  for (const [name, defect] of Object.entries(defects)) {
    const more = new ContainerModule(({ bind }) => void bind(HttpInterceptor).toConstantValue(defect));
    await using app = await notesApp({ size: 2, more: [more] });
    const random = new Random(18);
    let found: string | undefined;
    for (let i = 0; found === undefined && i < 30_000; i++) {
      const request = hostileRequests[i % hostileRequests.length]!(random);
      found = excessOf(await costOf(app, request));
    }
    assertEquals(found !== undefined, true, name);
  }
});
