import { assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  t,
} from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, RepositoryEventListener, rest } from "@espalier/espalier/rest";
import { openPostgresSchema, postgresUrl, stores } from "../data/stores.ts";

class Person {
  constructor(readonly id: string, readonly name: string, readonly mail: string, readonly friends: readonly Person[]) {}
}
describeType(Person, { id: t.id, name: t.string, mail: t.string, friends: t.list(t.object(() => Person)) }, {
  id: "id",
});
class People extends repository(Person, {}) {}

/** The same with a version. */
class Member {
  constructor(
    readonly id: string,
    readonly name: string,
    readonly mail: string,
    readonly friends: readonly Member[],
    readonly version: number,
  ) {}
}
describeType(Member, {
  id: t.id,
  name: t.string,
  mail: t.string,
  friends: t.list(t.object(() => Member)),
  version: t.int,
}, { id: "id", version: "version" });
class Members extends repository(Member, {}) {}

interface Opened extends AsyncDisposable {
  readonly app: Application;
  readonly events: string[];
}

async function open(kind: string, listener: Partial<RepositoryEventListener> = {}): Promise<Opened> {
  const schema = kind === "postgres" ? await openPostgresSchema() : undefined;
  const [row] = await schema?.execute("select current_schema() as name") ?? [];
  const urls: Record<string, string> = { memory: "memory:", sqlite: "sqlite::memory:", postgres: postgresUrl };
  const events: string[] = [];
  const repositories = new ContainerModule(({ bind }) => {
    bind(People).toResolvedValue((database) => new People(database), [Database]);
    bind(Members).toResolvedValue((database) => new Members(database), [Database]);
    bind(RepositoryEventListener).toConstantValue({
      onBeforeSave: () => void events.push("before"),
      onAfterSave: () => void events.push("after"),
      ...listener,
    });
  });
  const app = await createApp(
    createContainer(
      data({
        url: urls[kind]!,
        entities: [Person, Member],
        ...(row === undefined ? {} : { schema: String(row.name) }),
        maxConnections: 6,
      }),
      rest(),
      repositories,
      exportRepository(People, { path: "people", writable: true }),
      exportRepository(Members, { path: "members", writable: true }),
    ),
    { properties: { logging: { level: "OFF" } } },
  );
  await app.container.get(People).saveAll(Array.from({ length: 12 }, (_, i) => new Person(`${i}`, "n", "m", [])));
  await app.container.get(Members).saveAll(Array.from({ length: 12 }, (_, i) => new Member(`${i}`, "n", "m", [], 0)));
  return {
    app,
    events,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await schema?.close();
    },
  };
}

async function send(app: Application, method: string, path: string, body?: unknown, headers = {}): Promise<number> {
  const isText = typeof body === "string";
  const response = await app.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { "content-type": isText ? "text/uri-list" : "application/json", ...headers },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    }),
  );
  await response.body?.cancel();
  return response.status;
}

async function read(app: Application, path: string) {
  return await (await app.fetch(new Request(`http://localhost${path}`))).json();
}

function onEachStore(name: string, fn: (kind: string) => Promise<void>): void {
  for (const { name: kind, ignore } of stores) Deno.test({ name: `${name} [${kind}]`, ignore, fn: () => fn(kind) });
}

for (const path of ["people", "members"]) {
  onEachStore(`20.1 concurrent appends to one list are all kept: ${path}`, async (kind) => {
    await using opened = await open(kind);
    const { app } = opened;
    const statuses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => send(app, "POST", `/${path}/0/friends`, `/${path}/${i + 1}`)),
    );
    assertEquals(statuses, Array(10).fill(204));
    assertEquals((await read(app, `/${path}/0/friends`))._embedded[path].length, 10);
    const removed = await Promise.all(
      Array.from({ length: 9 }, (_, i) => send(app, "DELETE", `/${path}/0/friends/${i + 1}`)),
    );
    assertEquals(removed, Array(9).fill(204));
    assertEquals((await read(app, `/${path}/0/friends`))._embedded[path].length, 1);
  });

  onEachStore(`20.1 concurrent patches of different fields are all kept: ${path}`, async (kind) => {
    await using opened = await open(kind);
    const { app } = opened;
    for (let i = 0; i < 10; i++) {
      const statuses = await Promise.all([
        send(app, "PATCH", `/${path}/1`, { name: `name ${i}` }),
        send(app, "PATCH", `/${path}/1`, { mail: `mail ${i}` }),
        send(app, "POST", `/${path}/1/friends`, `/${path}/${i + 2}`),
      ]);
      assertEquals(statuses, [204, 204, 204]);
      const { name, mail } = await read(app, `/${path}/1`);
      assertEquals([name, mail], [`name ${i}`, `mail ${i}`]);
    }
    assertEquals((await read(app, `/${path}/1/friends`))._embedded[path].length, 10);
  });
}

onEachStore("20.1 of writers that name the same version, one succeeds and the others learn so", async (kind) => {
  await using opened = await open(kind);
  const { app } = opened;
  const statuses = await Promise.all(
    Array.from({ length: 6 }, (_, i) => send(app, "PATCH", "/members/1", { name: `${i}` }, { "if-match": '"1"' })),
  );
  assertEquals(statuses.toSorted(), [204, 412, 412, 412, 412, 412]);
  assertEquals((await read(app, "/members/1")).name, String(statuses.indexOf(204)));
});

onEachStore(
  "20.1 a PUT that creates at the same time as others is as if it came before or after them",
  async (kind) => {
    await using opened = await open(kind);
    const { app } = opened;
    const put = (i: number, headers = {}) => send(app, "PUT", "/people/new", { name: `${i}`, mail: "m" }, headers);
    assertEquals((await Promise.all([1, 2, 3, 4].map((i) => put(i)))).toSorted(), [201, 204, 204, 204]);
    const create = (id: string) => send(app, "POST", "/people", { id, name: "x", mail: "m" });
    assertEquals((await Promise.all([1, 2, 3, 4].map(() => create("posted")))).toSorted(), [201, 409, 409, 409]);
  },
);

onEachStore("20.1 items that are linked to each other at the same time don't fail each other", async (kind) => {
  await using opened = await open(kind);
  const { app } = opened;
  const pairs = Array.from({ length: 6 }, (_, i) => [`/people/${i}`, `/people/${i + 6}`] as const);
  const statuses = await Promise.all(
    pairs.flatMap(([a, b]) => [send(app, "POST", `${a}/friends`, b), send(app, "POST", `${b}/friends`, a)]),
  );
  assertEquals(statuses, Array(12).fill(204));
});

onEachStore(
  "20.1 what a listener throws before a change, or in its transaction, undoes it; after it, it is kept",
  async (kind) => {
    const fail = (method: string, phase?: "beforeCommit") => ({
      ...(phase === undefined ? {} : { phase }),
      [method]: () => Promise.reject(new Error("no")),
    });
    for (
      const [listener, kept] of [
        [fail("onBeforeSave"), "n"],
        [fail("onAfterSave", "beforeCommit"), "n"],
        [fail("onAfterSave"), "changed"],
      ] as const
    ) {
      await using opened = await open(kind, listener);
      const { app } = opened;
      assertEquals(await send(app, "PATCH", "/people/1", { name: "changed" }), 500);
      assertEquals((await read(app, "/people/1")).name, kept);
    }
  },
);

Deno.test("20.1 writes to one item of a repository without transactions follow each other", async () => {
  let stored = new Person("1", "n", "m", []);
  const own = {
    entityType: Person,
    findById: async () => await later(stored),
    save: async (person: Person) => await later(stored = person),
  };
  const module = new ContainerModule(({ bind }) => void bind(People).toConstantValue(own as unknown as People));
  await using app = await createApp(
    createContainer(rest(), module, exportRepository(People, { path: "people", writable: true })),
    { properties: { logging: { level: "OFF" } } },
  );
  const statuses = await Promise.all([
    send(app, "PATCH", "/people/1", { name: "x" }),
    send(app, "PATCH", "/people/1", { mail: "y" }),
    send(app, "PATCH", "/people/1", { nonsense: 1 }),
  ]);
  assertEquals([statuses, stored.name, stored.mail], [[204, 204, 204], "x", "y"]);
});

async function later<T>(value: T): Promise<T> {
  await Promise.resolve();
  await Promise.resolve();
  return value;
}

Deno.test("20.4 a client that leaves stops the reads and writes of repositories", async () => {
  const started = Promise.withResolvers<AbortSignal>();
  const hang = (_: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      started.resolve(signal);
    });
  const reads = { findAll: hang, findById: hang, existsById: hang };
  const writes = { findById: () => Promise.resolve(new Person("1", "n", "m", [])), save: hang, delete: hang };
  const requests = [["GET", "/people", reads], ["GET", "/people/1", reads], ["POST", "/people", reads]] as const;
  const changes = [["PATCH", "/people/1", writes], ["DELETE", "/people/1", writes]] as const;
  for (const [method, path, calls] of [...requests, ...changes]) {
    const waiting = Promise.withResolvers<AbortSignal>();
    const each = (call: typeof hang) => (subject: unknown, options: { signal: AbortSignal }) => {
      if (call === hang) waiting.resolve(options.signal);
      return call(subject, options);
    };
    const own = {
      entityType: Person,
      save: hang,
      ...Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, each(call as typeof hang)])),
    };
    const module = new ContainerModule(({ bind }) => void bind(People).toConstantValue(own as unknown as People));
    await using app = await createApp(
      createContainer(rest(), module, exportRepository(People, { path: "people", writable: true })),
      { properties: { logging: { level: "OFF" } } },
    );
    const client = new AbortController();
    const init = method === "GET" || method === "DELETE" ? {} : {
      body: JSON.stringify({ id: "1", name: "x", mail: "y" }),
      headers: { "content-type": "application/json" },
    };
    const responding = app.fetch(
      new Request(`http://localhost${path}`, { method, signal: client.signal, ...init }),
    );
    const signal = await waiting.promise;
    client.abort();
    assertEquals([method, path, (await responding).status, signal.aborted], [method, path, 499, true]);
  }
});

Deno.test("20.4 a client that leaves stops searches and associations that are written by hand", async () => {
  const found = () => Promise.resolve(new Person("1", "n", "m", []));
  for (const path of ["/people/search/named", "/people/1/companions"]) {
    const waiting = Promise.withResolvers<AbortSignal>();
    const hang = (_: unknown, second: unknown, third?: unknown) =>
      new Promise<never>((_, reject) => {
        const { signal } = (third ?? second) as { signal: AbortSignal };
        signal.addEventListener("abort", () => reject(signal.reason));
        waiting.resolve(signal);
      });
    const own = { entityType: Person, findById: found, findAll: found, save: found, named: hang };
    const module = new ContainerModule(({ bind }) => void bind(People).toConstantValue(own as unknown as People));
    const exported = exportRepository(People, {
      path: "people",
      searches: { named: { params: { name: t.string }, takesSignal: true } },
      associations: { companions: { target: () => Person, find: hang } },
    });
    await using app = await createApp(createContainer(rest(), module, exported), {
      properties: { logging: { level: "OFF" } },
    });
    const client = new AbortController();
    const responding = app.fetch(new Request(`http://localhost${path}?name=a`, { signal: client.signal }));
    const signal = await waiting.promise;
    client.abort();
    assertEquals([path, (await responding).status, signal.aborted], [path, 499, true]);
  }
});
