import { assert, assertEquals } from "@std/assert";

/** How a bookstore is started that ought to be the deployed one. */
export interface DeployedOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All variables that it gets. */
  readonly env: Readonly<Record<string, string>>;
}

/** A bookstore in a process of its own, without any right to the files that it runs from. */
export class DeployedBookstore implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #reading: readonly Promise<void>[];
  readonly #addresses = new Map<string, PromiseWithResolvers<string>>();
  /** What it logged. */
  readonly lines: Record<string, unknown>[] = [];
  #isStopped = false;

  /** @param options the command */
  constructor({ command, args, cwd, env }: DeployedOptions) {
    // Whoever runs the tests as root can start it as the user of the image.
    const user = Deno.uid() === 0 ? { uid: 65_532, gid: 65_532 } : {};
    const streams = { stdout: "piped", stderr: "piped" } as const;
    this.#child = new Deno.Command(command, { args: [...args], cwd, env, clearEnv: true, ...streams, ...user }).spawn();
    for (const name of ["application", "actuator"]) this.#addresses.set(name, Promise.withResolvers());
    this.#reading = [this.#child.stdout, this.#child.stderr].map((stream) => this.#read(stream));
  }

  /** Where it listens. */
  async url(port: "application" | "actuator"): Promise<string> {
    return (await this.#addresses.get(port)!.promise).replace("localhost", "127.0.0.1");
  }

  async #read(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.#take(line);
    }
    const ended = new Error(`The bookstore ended: ${JSON.stringify(this.lines)}`);
    for (const { reject, promise } of this.#addresses.values()) {
      promise.catch(() => {});
      reject(ended);
    }
  }

  #take(line: string): void {
    const record = line.startsWith("{") ? JSON.parse(line) : { message: line };
    this.lines.push(record);
    const [, application] = /^Ready at (\S+)/.exec(record.message) ?? [];
    const [, actuator] = /^The actuator listens at (\S+)/.exec(record.message) ?? [];
    if (application !== undefined) this.#addresses.get("application")!.resolve(application);
    if (actuator !== undefined) this.#addresses.get("actuator")!.resolve(actuator);
  }

  /** Asks what an operator and a customer would ask. */
  async verify(): Promise<void> {
    const [url, actuator] = [await this.url("application"), await this.url("actuator")];
    for (const path of ["/livez", "/readyz"]) {
      assertEquals(await (await fetch(`${url}${path}`)).json(), { status: "UP" });
    }
    const books = await (await fetch(`${url}/books?size=2&token=secret`)).json();
    assertEquals(books._embedded.books.length, 2);
    const document = '{"query":"{ search(text: \\"emma\\") { __typename ... on Book { title } } }"}';
    const headers = { "content-type": "application/json" };
    const found = await (await fetch(`${url}/graphql`, { method: "POST", headers, body: document })).json();
    assertEquals(found.data.search[0], { __typename: "Book", title: "Emma" });
    const shown = await (await fetch(`${actuator}/prometheus`)).text();
    assert(shown.includes('http_route="/books"'), shown);
    assertEquals((await (await fetch(`${url}/actuator/prometheus`)).json()).status, 404);
  }

  /** Stops it as an orchestrator does. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#child.kill("SIGTERM");
    const { code } = await this.#child.status;
    await Promise.all(this.#reading);
    assertEquals(code, 0, JSON.stringify(this.lines));
    const problems = this.lines.filter(({ level, category }) =>
      category === undefined || level === "WARN" || level === "ERROR"
    );
    assertEquals(problems, []);
    const asked = this.lines.find(({ category, path }) => category === "espalier.access" && path === "/books");
    assertEquals([asked?.status, asked?.query], [200, "?size=2&token=REDACTED"]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isStopped) this.#child.kill("SIGKILL");
    await this.#child.status;
    await Promise.allSettled(this.#reading);
  }
}
