import {
  type Container,
  ContainerModule,
  ContainerPreparation,
  createApp,
  createContainer,
  InstalledModule,
  ModuleCallInterceptor,
  type ServiceIdentifier,
  token,
} from "@espalier/espalier";
import { interceptModuleCalls } from "@espalier/espalier/modulith";
import { assertEquals } from "@std/assert";
import { EventEmitter } from "node:events";
import fc from "fast-check";

// deno-lint-ignore no-explicit-any
type Subject = any;
type Probe = readonly [name: string, probe: (subject: Subject) => unknown];

class Plain {
  label = "plain";
  count(n = 1) {
    return n + this.label.length;
  }
  async later() {
    await Promise.resolve();
    return this.count(2);
  }
  *items() {
    yield this.count();
  }
  self() {
    return this;
  }
  fail(): never {
    throw new RangeError("failed");
  }
}
class Private {
  readonly #secret = 7;
  #twice() {
    return this.#secret * 2;
  }
  static isOne(value: object) {
    return #secret in value;
  }
  get secret() {
    return this.#secret;
  }
  has(other: object) {
    return #secret in other && this.#twice() === 14;
  }
}
class Derived extends Plain {
  override count(n = 1) {
    return super.count(n) * 10;
  }
  override toString() {
    return "derived";
  }
  toJSON() {
    return { derived: this.count() };
  }
  [Symbol.toPrimitive]() {
    return 42;
  }
}
class OwnMap extends Map<string, number> {
  total() {
    return [...this.values()].reduce((sum, n) => sum + n, 0);
  }
}
class OwnList extends Array<number> {
  total() {
    return this.reduce((sum, n) => sum + n, 0);
  }
}
class OwnDate extends Date {
  year() {
    return this.getUTCFullYear();
  }
}
class OwnError extends Error {
  describe() {
    return `${this.name}: ${this.message}`;
  }
}
class OwnTarget extends EventTarget {
  readonly heard: string[] = [];
  constructor() {
    super();
    this.addEventListener("tick", this);
  }
  handleEvent(event: Event) {
    this.heard.push(event.type);
  }
}
class Fields {
  readonly kept = new Set<unknown>();
  readonly onTick = () => this.kept.size;
  constructor() {
    this.kept.add(this.onTick);
  }
  isKept() {
    return this.kept.has(this.onTick);
  }
}
class Frozen {
  constructor() {
    Object.freeze(this);
  }
  count() {
    return 1;
  }
}
class Callable {
  static inner = class Inner {};
  Inner = Callable.inner;
  create() {
    return new this.Inner();
  }
}
function OldStyle(this: { n: number }) {
  this.n = 3;
}
OldStyle.prototype.count = function (this: { n: number }) {
  return this.n;
};

const subjects: Readonly<Record<string, () => unknown>> = {
  Plain: () => new Plain(),
  Private: () => new Private(),
  Derived: () => new Derived(),
  OwnMap: () => new OwnMap([["a", 1], ["b", 2]]),
  OwnList: () => OwnList.from([1, 2]),
  OwnDate: () => new OwnDate(0),
  OwnError: () => Object.assign(new OwnError("odd"), { stack: "" }),
  OwnTarget: () => new OwnTarget(),
  Fields: () => new Fields(),
  Frozen: () => new Frozen(),
  Callable: () => new Callable(),
  OldStyle: () => Reflect.construct(OldStyle, []),
  "object with methods": () => ({ n: 1, count: () => 1 }),
  "object without a prototype": () => Object.assign(Object.create(null), { n: 1 }),
  "object below an instance": () => Object.create(new Plain()),
  "proxy of an instance": () => new Proxy(new Plain(), {}),
  "proxy that refuses": () =>
    new Proxy(new Plain(), {
      getPrototypeOf: () => {
        throw new TypeError("refused");
      },
    }),
  list: () => [1, 2, 3],
  Date: () => new Date(0),
  RegExp: () => /a(b)/g,
  Map: () => new Map([["a", 1]]),
  Set: () => new Set([1]),
  WeakMap: () => new WeakMap(),
  Error: () => Object.assign(new TypeError("odd"), { stack: "" }),
  ArrayBuffer: () => new ArrayBuffer(4),
  Uint8Array: () => new Uint8Array([1, 2]),
  DataView: () => new DataView(new ArrayBuffer(2)),
  URL: () => new URL("http://localhost/a?b=1"),
  URLSearchParams: () => new URLSearchParams("a=1"),
  Headers: () => new Headers({ a: "1" }),
  Request: () => new Request("http://localhost/"),
  Response: () => new Response("text"),
  Blob: () => new Blob(["text"]),
  File: () => new File(["text"], "a.txt", { lastModified: 0 }),
  FormData: () => new FormData(),
  AbortController: () => new AbortController(),
  EventTarget: () => new EventTarget(),
  Event: () => new Event("tick"),
  TextEncoder: () => new TextEncoder(),
  TextDecoder: () => new TextDecoder(),
  ReadableStream: () => new ReadableStream(),
  URLPattern: () => new URLPattern({ pathname: "/a" }),
  "Intl.NumberFormat": () => new Intl.NumberFormat("en"),
  "Intl.DateTimeFormat": () => new Intl.DateTimeFormat("en", { timeZone: "UTC" }),
  "Temporal.Instant": () => Temporal.Instant.fromEpochMilliseconds(0),
  "boxed number": () => Object(3),
  "boxed text": () => Object("abc"),
  generator: () =>
    (function* () {
      yield 1;
    })(),
  EventEmitter: () => new EventEmitter(),
  AbortSignal: () => new AbortController().signal,
  WritableStream: () => new WritableStream(),
  BigInt64Array: () => new BigInt64Array([1n, 2n]),
  SharedArrayBuffer: () => new SharedArrayBuffer(4),
  "boxed bigint": () => Object(12n),
  CryptoKey: () => key,
};
const key = await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

const probes: readonly Probe[] = [
  ["structuredClone", (o) => structuredClone(o)],
  ["postMessage", (o) => {
    const { port1, port2 } = new MessageChannel();
    try {
      port1.postMessage(o);
    } finally {
      port1.close();
      port2.close();
    }
  }],
  ["JSON", (o) => JSON.stringify(o)],
  ["text", (o) => `${o}`],
  ["number", (o) => +o],
  ["tag", (o) => Object.prototype.toString.call(o)],
  ["inspected", (o) => Deno.inspect(o)],
  ["own keys", (o) => Reflect.ownKeys(o)],
  ["own properties", (o) => Object.keys(Object.getOwnPropertyDescriptors(o))],
  ["enumerable keys", (o) => {
    const keys = [];
    for (const name in o) keys.push(name);
    return keys;
  }],
  [
    "class",
    (
      o,
    ) => [
      o.constructor?.name,
      o instanceof o.constructor,
      Object.prototype.isPrototypeOf.call(o.constructor.prototype, o),
    ],
  ],
  ["list", (o) => Array.isArray(o)],
  ["items", (o) => [...o]],
  ["copy", (o) => ({ ...o })],
  ["new Date", (o) => new Date(o).getTime()],
  ["new Map", (o) => new Map(o).size],
  ["new Uint8Array", (o) => new Uint8Array(o).length],
  ["new URL", (o) => new URL(o).href],
  ["new Request", (o) => new Request(o).url],
  ["new Headers", (o) => [...new Headers(o)]],
  ["new Blob", (o) => new Blob([o]).size],
  ["sign", async (o) => (await crypto.subtle.sign("HMAC", o, new Uint8Array(1))).byteLength],
  ["digest", async (o) => (await crypto.subtle.digest("SHA-256", o)).byteLength],
  ["Intl", (o) => new Intl.DateTimeFormat("en", { timeZone: "UTC" }).format(o)],
  ["collator", (o) => Intl.NumberFormat.prototype.resolvedOptions.call(o).locale],
  ["Error.isError", (o) => [o instanceof Error, "stack" in o]],
  ["awaited", async (o) => (await o) === o],
  ["identity", (o) => [new Set([o]).has(o), Object.is(o.self?.() ?? o, o), o.valueOf() === o]],
  ["private", (o) => [Private.isOne(o), o.has(o)]],
  ["frozen", (o) => [Object.isFrozen(o), Object.isExtensible(Object.freeze(o))]],
  ["deleted", (o) => [delete o.label, delete o.count, o.label, typeof o.count]],
  ["replaced", (o) => {
    o.count = () => "replaced";
    return [o.count(), Object.hasOwn(o, "count")];
  }],
  ["methods", (o) =>
    ["count", "later", "items", "total", "year", "create"].map((name) => {
      const method = o[name];
      return [typeof method, method?.name, method?.length, method?.constructor?.name, method === o[name]];
    })],
  ["constructed", (o) => new o.count()],
  ["detached", (o) => (0, o.count)()],
  ["borrowed", (o) => o.count.call({ label: "other" })],
  ["count", (o) => o.count(3)],
  ["later", (o) => o.later()],
  ["generator", (o) => [...o.items()]],
  ["fail", (o) => o.fail()],
  ["total", (o) => o.total()],
  ["year", (o) => o.year()],
  ["describe", (o) => o.describe()],
  ["create", (o) => o.create().constructor.name],
  ["kept", (o) => [o.isKept(), o.kept.has(o.onTick), o.onTick()]],
  ["dispatched", (o) => [o.dispatchEvent(new Event("tick")), o.heard]],
  ["emitted", (o) => [o.on("tick", () => {}).emit("tick"), o.listenerCount("tick")]],
];

/** What comes of a probe, in a form that can be compared. */
async function outcomeOf(probe: () => unknown): Promise<unknown> {
  try {
    const value = await probe();
    // Parts of a blob have random names.
    return Deno.inspect(value, { depth: 2 }).replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "UUID");
  } catch (error) {
    return `${error}`;
  }
}

const bindings = ["toResolvedValue", "toDynamicValue", "toConstantValue"] as const;

async function containerOf(seen?: Set<string>): Promise<(subject: string, binding: string) => Subject> {
  const identifiers = new Map<string, ServiceIdentifier>();
  const shop: ContainerModule = new ContainerModule(({ bind }) => {
    bind(InstalledModule).toConstantValue({ identifier: "shop", displayName: "Shop", containerModule: shop.id });
    for (const [name, create] of Object.entries(subjects)) {
      for (const binding of bindings) {
        const identifier = token<unknown>(`${binding} ${name}`);
        identifiers.set(`${binding} ${name}`, identifier);
        if (binding === "toResolvedValue") bind(identifier).toResolvedValue(create as () => object).inTransientScope();
        else if (binding === "toDynamicValue") {
          bind(identifier).toDynamicValue(create as () => object).inTransientScope();
        } else bind(identifier).toConstantValue(create());
      }
    }
  });
  const interception = new ContainerModule(({ bind }) => {
    bind(ContainerPreparation).toConstantValue({ name: "intercept", prepare: interceptModuleCalls });
    bind(ModuleCallInterceptor).toConstantValue({ intercept: ({ type }, proceed) => (seen?.add(type), proceed()) });
  });
  const { container }: { container: Container } = await createApp(
    createContainer(shop, ...(seen === undefined ? [] : [interception])),
  );
  return (subject, binding) => container.getAsync(identifiers.get(`${binding} ${subject}`)!);
}

Deno.test("B3.1 whatever a module binds behaves with interception as without", async () => {
  const seen = new Set<string>();
  const [bare, intercepted] = [await containerOf(), await containerOf(seen)];
  for (const subject of Object.keys(subjects)) {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...bindings),
        fc.subarray(probes.filter(([name]) => name !== "frozen" || subject !== "CryptoKey") as Probe[], {
          minLength: 1,
        }),
        async (binding, chosen) => {
          // A constant keeps what a probe does to it; the same is done to both.
          const [a, b] = [await bare(subject, binding), await intercepted(subject, binding)];
          for (const [name, probe] of chosen) {
            const [expected, actual] = [await outcomeOf(() => probe(a)), await outcomeOf(() => probe(b))];
            assertEquals([subject, binding, name, actual], [subject, binding, name, expected]);
          }
        },
      ),
      { numRuns: Deno.env.has("LONG_TESTS") ? 100 : 4, seed: 22 },
    );
  }
  assertEquals([...seen].sort(), [
    "Callable",
    "Derived",
    "Fields",
    "OwnDate",
    "OwnError",
    "OwnList",
    "OwnMap",
    "OwnTarget",
    "Plain",
    "Private",
  ]);
});
