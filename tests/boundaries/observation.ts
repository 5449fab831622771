import { assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  type EspalierPropertiesInput,
  graphql,
  LeveledLogger,
  Logger,
  type LogRecord,
  Resource,
} from "@espalier/espalier";

/** What code of a service throws in these tests: no client may ever read its message. */
export class Fault extends Error {
  override readonly name = "Fault";
  constructor(readonly place: string) {
    super(`secret of ${place}`);
  }
}

export function fail(place: string): never {
  throw new Fault(place);
}

/** An application under observation: its log, and the failures that nobody handled. */
export class Observation implements AsyncDisposable {
  readonly logged: LogRecord[] = [];
  readonly unhandled: unknown[] = [];
  readonly #onUnhandled = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    this.unhandled.push(event.reason);
  };
  app!: Application;

  static async start(
    schema: string | undefined,
    modules: readonly ContainerModule[],
    properties: EspalierPropertiesInput = {},
  ): Promise<Observation> {
    const observation = new Observation();
    const logging = new ContainerModule(({ bind }) => {
      bind(Logger).toConstantValue(
        new LeveledLogger({ "": "DEBUG" }, (record) => void observation.logged.push(record)),
      );
    });
    const features = schema === undefined ? [] : [graphql({ schema: [Resource.text("schema", schema)] })];
    globalThis.addEventListener("unhandledrejection", observation.#onUnhandled);
    try {
      observation.app = await createApp(createContainer(...features, logging, ...modules), { properties });
    } catch (error) {
      observation.#forget();
      throw error;
    }
    return observation;
  }

  /** Sends a request; what the client reads, as text. */
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await this.app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    assertEquals(text.includes("secret of"), false, `The client reads what was thrown: ${text}`);
    return { status: response.status, headers: response.headers, text };
  }

  /** Sends an operation over HTTP. */
  async ask(query: string, headers: Record<string, string> = {}): Promise<{ status: number; body: unknown }> {
    const { status, text } = await this.send("POST", "/graphql", { query }, headers);
    return { status, body: text.startsWith("{") ? JSON.parse(text) : text };
  }

  /** The lines at WARN and ERROR. */
  get lines(): readonly LogRecord[] {
    return this.logged.filter(({ level }) => level === "WARN" || level === "ERROR");
  }

  /** Waits until a line was logged. */
  async line(count = 1): Promise<void> {
    while (this.lines.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  /**
   * Stops the application, and expects that exactly these faults were logged, each once with its exception, and that
   * nothing else went wrong.
   *
   * @param expected level, place and a part of the message
   */
  async expect(...expected: readonly (readonly [level: "WARN" | "ERROR", place: string, message: string])[]) {
    // Rejections are reported a turn after the promise was dropped.
    await new Promise((resolve) => setTimeout(resolve));
    await this.app[Symbol.asyncDispose]();
    await new Promise((resolve) => setTimeout(resolve));
    const found = this.lines.map(({ level, message, fields }) => [level, placeOf(fields.error), message] as const);
    const shown = found.map(([level, place, message], i) => {
      const part = expected[i]?.[2] ?? "";
      return [level, place, message.includes(part) ? part : message];
    });
    assertEquals(shown, expected.map((line) => [...line]));
    assertEquals(this.unhandled, []);
  }

  #forget(): void {
    globalThis.removeEventListener("unhandledrejection", this.#onUnhandled);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]();
    this.#forget();
  }
}

function placeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Fault) return cause.place;
    if (cause instanceof AggregateError) return cause.errors.map(placeOf).join(", ");
    const original = (cause as { originalError?: unknown }).originalError;
    if (original instanceof Fault) return original.place;
  }
  return error === undefined ? "nothing" : String(error);
}
