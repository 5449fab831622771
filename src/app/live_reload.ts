import type { Container } from "../../deps.ts";
import { EventStream, type HttpExchange, HttpInterceptor, type NextHttpHandler, problem } from "../http/mod.ts";
import { EspalierProperties, Lifecycle, type MaybePromise } from "../kernel/mod.ts";

const scriptPath = "/.development/reload.js";
const eventsPath = "/.development/events";

/** Reconnects until a process is available; if it is a new one, reloads the page. Hidden pages hold no connection. */
const script = `let process;
let events;
function connect() {
  events = new EventSource("${eventsPath}");
  events.addEventListener("process", ({ data }) => {
    if (process !== undefined && process !== data) location.reload();
    process = data;
  });
  events.onerror = () => {
    events.close();
    if (!document.hidden) setTimeout(connect, 150);
  };
}
document.addEventListener("visibilitychange", () => {
  events?.close();
  events = undefined;
  if (!document.hidden) connect();
});
addEventListener("pagehide", () => events?.close());
if (!document.hidden) connect();
`;

/**
 * Adds a script to pages that loads them again after a restart.
 *
 * @param container the application's container
 */
export function bindLiveReload(container: Container): void {
  const { http } = container.get(EspalierProperties);
  const lifecycle = container.get(Lifecycle);
  const id = crypto.randomUUID();
  const events = (): Response => {
    const stream = new EventStream({
      keepAliveMs: 30_000,
      bufferBytes: 1_024,
      slowReaderTimeoutMs: http.slowReaderTimeoutMs,
      onCancel: () => forget(),
    });
    const forget = lifecycle.onDrain(() => stream.close());
    void stream.send("process", id);
    return new Response(stream.body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
  };
  container.bind(HttpInterceptor).toConstantValue(new LiveReload(events));
}

class LiveReload implements HttpInterceptor {
  // Runs before authentication: the script reveals only that the process was restarted.
  readonly order = -1_000_000;
  readonly isForEveryPort = true;
  readonly #events: () => Response;

  constructor(events: () => Response) {
    this.#events = events;
  }

  intercept(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    if (exchange.path.startsWith("/.development/")) return this.#own(exchange);
    const response = next(exchange);
    return response instanceof Response
      ? withScript(response, exchange)
      : response.then((r) => withScript(r, exchange));
  }

  #own({ request, path }: HttpExchange): Response {
    if (request.method !== "GET") return problem({ status: 405, headers: { allow: "GET" } });
    if (path === eventsPath) return this.#events();
    if (path !== scriptPath) return problem({ status: 404 });
    const headers = { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" };
    return new Response(script, { headers });
  }
}

function withScript(response: Response, { request }: HttpExchange): Response {
  const isPage = /^text\/html\b/i.test(response.headers.get("content-type") ?? "");
  if (!isPage || response.body === null || request.method !== "GET" || response.headers.has("content-encoding")) {
    return response;
  }
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  const policy = headers.get("content-security-policy");
  if (policy !== null) headers.set("content-security-policy", permitted(policy));
  const { status, statusText } = response;
  return new Response(response.body.pipeThrough(appended(`<script src="${scriptPath}" defer></script>\n`)), {
    status,
    statusText,
    headers,
  });
}

function appended(text: string): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({ flush: (controller) => controller.enqueue(new TextEncoder().encode(text)) });
}

/** Adds the page's own origin to what a content security policy permits for scripts and connections. */
function permitted(policy: string): string {
  const directives = policy.split(";").map((directive) => directive.trim()).filter((directive) => directive !== "");
  for (const name of ["script-src", "connect-src"]) {
    const at = directives.findIndex((directive) => directive.toLowerCase().startsWith(`${name} `));
    const fallback = directives.find((directive) => /^default-src /i.test(directive));
    if (at < 0 && fallback === undefined) continue;
    const sources = (directives[at] ?? fallback!).split(/\s+/).slice(1).filter((source) => source !== "'none'");
    const directive = [name, ...new Set([...sources, "'self'"])].join(" ");
    if (at < 0) directives.push(directive);
    else directives[at] = directive;
  }
  return directives.join("; ");
}
