/**
 * What a page costs at the beginning and at the end of a long collection, by keys and by numbers, in SQLite:
 * `deno run -A tests/bench/rest/walk.ts [rows]`.
 *
 * @module
 */

import { ContainerModule, createApp, createContainer, data, describeType, t } from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";

class Entry {
  id!: string;
  title!: string;
}
describeType(Entry, { id: t.id, title: t.string }, { id: "id", table: "entries", indexes: [["title", "id"]] });
class Entries extends repository(Entry, {}) {}

const rows = Number(Deno.args[0] ?? 1_000_000);
const size = 20;

const beans = new ContainerModule(({ bind }) => {
  bind(Entries).toResolvedValue((database) => new Entries(database), [Database]);
});
await using app = await createApp(
  createContainer(data({ entities: [Entry] }), rest(), beans, exportRepository(Entries, { paged: "keyset" })),
  { properties: { logging: { level: "OFF" } } },
);
await app.container.get(Database).execute(
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${rows})
   insert into entries (id, title) select printf('%08d', n), printf('%08d', (n * 7919) % ${rows}) from numbers`,
);

interface Page {
  readonly _links: Readonly<Record<string, { readonly href: string }>>;
}

async function read(url: string): Promise<Page> {
  return await (await app.fetch(new Request(url))).json();
}

/** The median of 31 requests, in milliseconds. */
async function median(url: string): Promise<string> {
  const times: number[] = [];
  for (let i = 0; i < 31; i++) {
    const start = performance.now();
    await read(url);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[15]!.toFixed(2);
}

const first = `http://localhost/entries?sort=title&size=${size}`;
const { next, last } = (await read(first))._links;
const before = (await read(last!.href))._links.prev!.href;
const end = (await read(before))._links.next!.href;
const pages = { first, second: next!.href, last: end, "first by number": `${first}&page=0` };
for (const [name, url] of Object.entries(pages)) console.log(`${name}: ${await median(url)} ms`);
console.log(`last by number: ${await median(`${first}&page=${Math.ceil(rows / size) - 1}`)} ms`);
