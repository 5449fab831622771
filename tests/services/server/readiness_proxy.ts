/** One instance behind the proxy. */
interface Instance {
  readonly url: string;
  isReady: boolean;
}

const pollMs = 200;

/** A reverse proxy that sends requests to instances whose readiness probe was 200 when it was polled last. */
export class ReadinessProxy implements AsyncDisposable {
  readonly #instances: readonly Instance[];
  readonly #client = Deno.createHttpClient({ poolMaxIdlePerHost: 200 });
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #closing = new AbortController();
  readonly #polling: Promise<unknown>;
  #next = 0;

  /** @param urls where the instances listen */
  constructor(urls: readonly string[]) {
    this.#instances = urls.map((url) => ({ url, isReady: false }));
    this.#polling = Promise.all(this.#instances.map((instance) => this.#poll(instance)));
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#forward(request),
    );
  }

  /** Where it listens. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Waits until an instance is ready. */
  async ready(url: string): Promise<void> {
    const instance = this.#instances.find((each) => each.url === url)!;
    while (!instance.isReady) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async #poll(instance: Instance): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        const response = await fetch(`${instance.url}/actuator/health/readiness`);
        await response.body?.cancel();
        instance.isReady = response.ok;
      } catch {
        instance.isReady = false;
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  async #forward(request: Request): Promise<Response> {
    const ready = this.#instances.filter(({ isReady }) => isReady);
    const instance = ready[this.#next++ % ready.length];
    if (instance === undefined) return new Response("no instance is ready", { status: 502 });
    const url = instance.url + new URL(request.url).pathname + new URL(request.url).search;
    const { method } = request;
    const body = method === "POST" ? await request.text() : null;
    try {
      const headers = { "content-type": request.headers.get("content-type") ?? "text/plain" };
      const response = await fetch(url, { method, body, headers, client: this.#client });
      return new Response(await response.text(), { status: response.status });
    } catch (error) {
      return new Response(`${instance.url}: ${error}`, { status: 502 });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#polling;
    await this.#server.shutdown();
    this.#client.close();
  }
}
