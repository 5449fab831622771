import { describeType, t } from "@espalier/espalier";
import { Limit, openDatabase, ScrollPosition, Sort } from "@espalier/espalier/data";
import { ApplicationModules } from "@espalier/espalier/modulith";
import type { Growth, PreparedWork } from "./growth.ts";

const rows = 50_000;
const pageSize = 20;

class Book {
  readonly id: string;
  readonly title: string;

  constructor(id: string, title: string) {
    this.id = id;
    this.title = title;
  }
}
describeType(Book, { id: t.id, title: t.string }, { id: "id", indexes: [["title", "id"]] });

/** Makes an entity class of its own for each number. */
function entityOf(n: number): new () => object {
  const type = { [`Entity${n}`]: class {} }[`Entity${n}`]!;
  describeType(type as new () => { id: string; name: string }, { id: t.id, name: t.string }, { id: "id" });
  return type;
}

/** Opens a database in memory with tables for a number of entities. */
function openingOf(size: number): PreparedWork {
  const entities = Array.from({ length: size }, (_, n) => entityOf(n));
  const run = async () => {
    const database = await openDatabase("sqlite::memory:");
    await database.createTables(...entities);
    await database.close();
  };
  return { run, [Symbol.asyncDispose]: async () => {} };
}

/** Reads the page by keys that begins after a number of rows. */
async function pageAfter(position: number): Promise<PreparedWork> {
  const database = await openDatabase("sqlite::memory:");
  await database.createTables(Book);
  const books = database.repository<Book, string>(Book);
  const titleOf = (n: number) => `Title ${String(n).padStart(8, "0")}`;
  for (let start = 0; start < rows; start += 10_000) {
    await books.saveAll(Array.from({ length: 10_000 }, (_, n) => new Book(String(start + n), titleOf(start + n))));
  }
  const keys = ScrollPosition.forward({ title: titleOf(position), id: String(position) });
  const run = async () => {
    const { size } = await books.scroll(keys, { limit: Limit.of(pageSize), sort: Sort.by("title") });
    if (size !== pageSize) throw new Error(`Expected a page of ${pageSize} books: got ${size}`);
  };
  return { run, [Symbol.asyncDispose]: () => database.close() };
}

/** Scans and verifies modules of five files, each of which imports the module before. */
async function scanOf(size: number): Promise<PreparedWork> {
  const folder = await Deno.makeTempDir({ prefix: "espalier_growth_" });
  for (let n = 0; n < size; n++) {
    await Deno.mkdir(`${folder}/module${n}`);
    const uses = n === 0 ? "" : `import { value as before } from "../module${n - 1}/mod.ts";\nvoid before;\n`;
    await Deno.writeTextFile(`${folder}/module${n}/mod.ts`, `${uses}export * from "./file0.ts";\n`);
    for (let file = 0; file < 4; file++) {
      await Deno.writeTextFile(`${folder}/module${n}/file${file}.ts`, "export const value = 1;\n".repeat(20));
    }
  }
  const run = async () => {
    const modules = await ApplicationModules.scan(new URL(`file://${folder}/`));
    modules.verify();
  };
  return { run, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

/** What grows with tables, rows and files. */
export const storageGrowths: readonly Growth[] = [
  {
    name: "start: entities and their tables",
    unit: "entities",
    sizes: [25, 100, 400],
    expected: 1,
    prepare: openingOf,
  },
  {
    name: "page by keys: position",
    unit: "rows before it",
    sizes: [100, 2_000, 40_000],
    expected: 0,
    prepare: pageAfter,
  },
  { name: "scan: modules", unit: "modules", sizes: [20, 80, 320], expected: 1, prepare: scanOf },
];
