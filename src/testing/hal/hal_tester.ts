import type { Application } from "../../app/mod.ts";
import type { Fetch } from "../../client/mod.ts";
import { AssertionError } from "../../std/assert/mod.ts";
import { HalResource, type LinkFollower } from "./hal_resource.ts";
import { requireApplication } from "../require_application.ts";
import { expandTemplate, type TemplateValues } from "./uri_template_expansion.ts";

/** The root URL of a {@linkcode HalTester}, and how it sends requests. */
export interface HalTesterOptions {
  /** Base of relative addresses; `"http://localhost"` by default. */
  readonly url?: string | URL;
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: Fetch;
  /** Headers of every request. */
  readonly headers?: HeadersInit;
}

/**
 * Walks through a hypermedia interface by its links, as a client of it does.
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { actuator } from "@espalier/espalier/actuator";
 * import { HalTester } from "@espalier/espalier/testing";
 *
 * const properties = { actuator: { discovery: true, exposureInclude: ["*"] } };
 * await using app = await createApp(createContainer(actuator()), { properties });
 * const index = await HalTester.create(app).get("/actuator");
 * const health = await index.follow("health");
 * health.matchesJson({ status: "UP" });
 * ```
 */
export class HalTester implements LinkFollower {
  readonly #base: string;
  readonly #fetch: Fetch;
  readonly #headers: HeadersInit | undefined;

  /**
   * Creates the tester.
   *
   * @param options base address and headers
   */
  constructor(options: HalTesterOptions = {}) {
    this.#base = String(options.url ?? "http://localhost");
    this.#fetch = options.fetch ?? fetch;
    this.#headers = options.headers;
  }

  /**
   * Makes a tester for an application in this process.
   *
   * @param app the application
   * @param options headers
   */
  static create(app: Application, options: Omit<HalTesterOptions, "fetch"> = {}): HalTester {
    requireApplication(app);
    return new HalTester({ ...options, fetch: (request) => app.fetch(request) });
  }

  /**
   * Reads a document.
   *
   * @param href a path or an address; may be a template
   * @param values for the template's variables
   * @throws AssertionError if the response is no JSON object or its status is 400 or above
   */
  async get(href: string, values: TemplateValues = {}): Promise<HalResource> {
    const response = await this.request("GET", expandTemplate(href, values));
    const text = await response.text();
    if (!response.ok) throw new AssertionError(`Expected GET ${href} to succeed: ${response.status} ${text}`);
    return new HalResource(this, response.url || new URL(href, this.#base).href, asObject(text, href));
  }

  /**
   * Sends any request and returns the response unchanged.
   *
   * @param method for example `"POST"`
   * @param href a path or an address
   * @param body sent as JSON; absent sends none
   */
  async request(method: string, href: string, body?: unknown): Promise<Response> {
    const headers = new Headers({ accept: "application/hal+json, application/json;q=0.9" });
    if (body !== undefined) headers.set("content-type", "application/json");
    for (const [name, value] of new Headers(this.#headers)) headers.set(name, value);
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    return await this.#fetch(new Request(new URL(href, this.#base), { method, headers, ...content }));
  }
}

function asObject(text: string, href: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // not JSON: reported below, like JSON that is no object
  }
  throw new AssertionError(`Expected GET ${href} to give a JSON object: ${text.slice(0, 200)}`);
}
