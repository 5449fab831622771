import { accepts } from "@std/http/negotiation";
import { type BodyReader, BodyRefusal, pageHeaders, problem } from "../../http/mod.ts";
import type { ActuatorEndpoint, ActuatorRequest } from "../../kernel/mod.ts";
import { otlpSpans } from "./otlp_spans.ts";
import { tracePage } from "./trace_page.ts";
import type { TraceStore } from "./trace_store.ts";

/** Maximum number of traces on the page for people. */
const maxShown = 100;

/**
 * `/actuator/traces`: the last traces, as JSON or as waterfalls for people. Other processes may send their spans to
 * `/actuator/traces/v1/traces` by OTLP over HTTP, in JSON. `?view=summary&after=…` lists
 * the traces that have changed since a position, without their spans.
 */
export class TracesEndpoint implements ActuatorEndpoint {
  readonly id = "traces";
  // It is there only where a property asks for it.
  readonly isExposedByDefault = true;
  readonly pathVariable = "trace";
  readonly methods = ["GET", "POST"];
  readonly #store: TraceStore;
  readonly #bodies: BodyReader;

  /**
   * @param store keeps the traces
   * @param bodies reads what other processes send
   */
  constructor(store: TraceStore, bodies: BodyReader) {
    this.#store = store;
    this.#bodies = bodies;
  }

  async handle({ request, path }: ActuatorRequest): Promise<Response | undefined> {
    if (path === "v1/traces") return request.method === "POST" ? await this.#receive(request) : notAllowed("POST");
    if (request.method === "POST") return notAllowed("GET, HEAD");
    const { searchParams } = new URL(request.url);
    if (path === "" && searchParams.get("view") === "summary") return this.#summaries(searchParams.get("after") ?? "0");
    if (path === "") return shown(this.#store.traces, request);
    const trace = this.#store.get(path);
    return trace && shown([trace], request);
  }

  /** A list asks for what has changed since it asked before. */
  #summaries(after: string): Response {
    if (!/^\d{1,15}$/.test(after)) {
      const detail =
        `Cannot use parameter "after" as it must be a position of an earlier response: current value is "${after}"`;
      return problem({ status: 400, detail });
    }
    const { position, maxTraces } = this.#store;
    // After a restart the positions begin anew.
    const traces = this.#store.summariesSince(Number(after) > position ? 0 : Number(after));
    return Response.json({ position, maxTraces, traces }, { headers: { "cache-control": "no-store" } });
  }

  async #receive(request: Request): Promise<Response> {
    if (!/^application\/json\b/.test(request.headers.get("content-type") ?? "")) {
      return problem({ status: 415, detail: "Spans are received as application/json" });
    }
    try {
      const spans = otlpSpans(JSON.parse(await this.#bodies.text(request)));
      for (const span of spans) this.#store.add(span.traceId, span);
      return Response.json({});
    } catch (error) {
      if (error instanceof BodyRefusal) {
        return problem({ status: error.status, detail: error.message, headers: error.headers });
      }
      if (error instanceof TypeError || error instanceof SyntaxError) {
        return problem({ status: 400, detail: error.message });
      }
      throw error;
    }
  }
}

function shown(traces: TraceStore["traces"], request: Request): Response {
  const isPage = accepts(request, "application/json", "text/html") === "text/html";
  if (!isPage) return Response.json({ traces }, { headers: { "cache-control": "no-store", vary: "accept" } });
  const headers = pageHeaders({ "style-src": "'unsafe-inline'" });
  headers.set("vary", "accept");
  return new Response(tracePage(traces.slice(0, maxShown)), { headers });
}

function notAllowed(allow: string): Response {
  return problem({ status: 405, headers: { allow } });
}
