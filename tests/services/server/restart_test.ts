import { assert, assertEquals } from "@std/assert";
import { ReadinessProxy } from "./readiness_proxy.ts";
import { ServiceProcess } from "./service_process.ts";

const restarts = 12;

const requestsPerSecond = 300;

const requests: readonly ((url: string) => Request)[] = [
  (url) => new Request(`${url}/hello`),
  (url) => new Request(`${url}/wait?40`),
  (url) =>
    new Request(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"query":"{ hello }"}',
    }),
];

/** Sends requests at a constant rate and collects the failures. */
class Load implements AsyncDisposable {
  readonly failures: string[] = [];
  readonly #pending = new Set<Promise<void>>();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #url: string;
  readonly #startedAt = performance.now();
  count = 0;

  constructor(url: string) {
    this.#url = url;
    this.#timer = setInterval(() => this.#sendDue(), 10);
  }

  #sendDue(): void {
    const due = (performance.now() - this.#startedAt) / 1_000 * requestsPerSecond;
    while (this.count < due) {
      const sent = this.#send(requests[this.count++ % requests.length]!(this.#url));
      this.#pending.add(sent);
      void sent.then(() => this.#pending.delete(sent));
    }
  }

  async #send(request: Request): Promise<void> {
    try {
      const response = await fetch(request);
      const text = await response.text();
      if (!response.ok) this.failures.push(`${request.url}: ${response.status} ${text}`);
    } catch (error) {
      this.failures.push(`${request.url}: ${error}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#pending);
  }
}

Deno.test(`${restarts} restarts of two instances behind a proxy at ${requestsPerSecond} requests/s: no request fails`, async () => {
  const properties = { http: { drainDelayMs: 2_000 } };
  const start = (port?: number) => ServiceProcess.start({ properties, ...(port === undefined ? {} : { port }) });
  const instances = [await start(), await start()];
  await using _stop = {
    [Symbol.asyncDispose]: async () => void await Promise.all(instances.map((each) => each[Symbol.asyncDispose]())),
  };
  const urls = await Promise.all(instances.map(({ url }) => url));
  await using proxy = new ReadinessProxy(urls);
  await Promise.all(urls.map((url) => proxy.ready(url)));
  const load = new Load(proxy.url);
  {
    await using _load = load;
    for (let i = 0; i < restarts; i++) {
      const url = urls[i % 2]!;
      assertEquals((await instances[i % 2]!.stop()).code, 0);
      instances[i % 2] = await start(Number(new URL(url).port));
      await proxy.ready(url);
    }
  }
  console.log(`${load.count} requests, ${load.failures.length} failures`);
  assertEquals(load.failures.slice(0, 5), []);
  assert(load.count > 1_000);
});
