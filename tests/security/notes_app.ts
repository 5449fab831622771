import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  type EspalierPropertiesInput,
  graphql,
  Resource,
  t,
} from "@espalier/espalier";
import { Database, EntityRepository, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";

export class Writer {
  id!: string;
  name!: string;
}
describeType(Writer, { id: t.id, name: t.string }, { id: "id" });

export class Step {
  text!: string;
  steps!: readonly Step[] | null;
}
describeType(Step, { text: t.string, steps: t.nullable(t.list(t.object(() => Step))) });

export class Note {
  id!: string;
  text!: string;
  tags!: readonly string[];
  steps!: readonly Step[];
  labels!: Readonly<Record<string, string>>;
  extra!: unknown;
  writer!: Writer | null;
  readers!: readonly Writer[];
  version!: number;
}
describeType(Note, {
  id: t.id,
  text: t.string,
  tags: t.list(t.string),
  steps: t.list(t.object(() => Step)),
  labels: t.map(t.string),
  extra: t.nullable(t.json),
  writer: t.nullable(t.object(() => Writer)),
  readers: t.list(t.object(() => Writer)),
  version: t.int,
}, { id: "id", version: "version" });

/** Filtered and paged by keys, with lists of values that are read from texts. */
export class Entry {
  id!: string;
  text!: string;
  at!: Date | null;
  amount!: number | null;
  big!: bigint | null;
  blobs!: readonly Uint8Array[];
  dates!: readonly Date[];
  bigs!: readonly bigint[];
  writer!: Writer | null;
  readers!: readonly Writer[];
}
describeType(Entry, {
  id: t.id,
  text: t.string,
  at: t.nullable(t.date),
  amount: t.nullable(t.float),
  big: t.nullable(t.bigint),
  blobs: t.list(t.bytes),
  dates: t.list(t.date),
  bigs: t.list(t.bigint),
  writer: t.nullable(t.object(() => Writer)),
  readers: t.list(t.object(() => Writer)),
}, { id: "id" });

export class Entries extends repository(Entry, {}) {}

export class Writers extends EntityRepository<Writer, string> {
  constructor(database: Database) {
    super(database, Writer);
  }
}

export class Notes extends repository(Note, {
  findByTextContainingIgnoreCase: "page",
  findByTextLike: "list",
  findByTextStartingWith: "slice",
  findByIdIn: "list",
  findByWriterNameOrderByTextDesc: "list",
}) {}

/** What a notes application differs in. */
export interface NotesOptions {
  readonly url?: string;
  readonly properties?: EspalierPropertiesInput;
  readonly more?: readonly ContainerModule[];
  /** Number of notes; 40 by default. */
  readonly size?: number;
}

/** Writable notes with long texts, long lists and associations: under the production preset unless told otherwise. */
export async function notesApp({ url = "memory:", properties = {}, more = [], size = 40 }: NotesOptions = {}) {
  const beans = new ContainerModule(({ bind }) => {
    bind(Notes).toResolvedValue((database) => new Notes(database), [Database]);
    bind(Entries).toResolvedValue((database) => new Entries(database), [Database]);
    bind(Writers).toResolvedValue((database) => new Writers(database), [Database]);
  });
  const container = createContainer(
    data({ url, entities: [Writer, Note, Entry] }),
    rest(),
    graphql({ schema: [Resource.text("notes", "type Query { greeting: String }")] }),
    beans,
    exportRepository(Notes, {
      writable: true,
      projections: { short: ["text", "steps.text"], people: ["writer.name", "readers.name"] },
    }),
    exportRepository(Writers, { writable: true }),
    exportRepository(Entries, {
      writable: true,
      paged: "keyset",
      filters: { text: true, at: true, amount: true, big: true, writer: true, "writer.name": true },
    }),
    ...more,
  );
  const app = await createApp(container, { properties: { logging: { level: "OFF" }, ...properties } });
  await seed(app, size);
  return app;
}

async function seed({ container }: Application, size: number): Promise<void> {
  const writers = Array.from(
    { length: 20 },
    (_, i) => Object.assign(new Writer(), { id: `w${i}`, name: `Writer ${i}` }),
  );
  await container.get(Database).transactions.run(async () => {
    await container.get(Writers).saveAll(writers);
    await container.get(Notes).saveAll(Array.from({ length: size }, (_, i) => noteAt(i, writers)));
    await container.get(Entries).saveAll(Array.from({ length: size }, (_, i) => entryAt(i, writers)));
  });
}

function noteAt(i: number, writers: readonly Writer[]): Note {
  const length = i === 0 ? 50_000 : i;
  return Object.assign(new Note(), {
    id: `n${i}`,
    text: "a".repeat(length) + i,
    tags: Array.from({ length: i === 1 ? 1_000 : 3 }, (_, at) => `tag ${at}`),
    steps: Array.from({ length: 3 }, (_, at) => Object.assign(new Step(), { text: `step ${at}`, steps: null })),
    labels: { color: "red" },
    extra: { at: [1, 2, { deep: true }] },
    writer: writers[i % writers.length]!,
    readers: writers.slice(0, i % writers.length),
  });
}

function entryAt(i: number, writers: readonly Writer[]): Entry {
  return Object.assign(new Entry(), {
    id: `e${i}`,
    text: "a".repeat(i * 20),
    at: i % 3 === 0 ? null : new Date(i * 1e9),
    amount: i % 4 === 0 ? null : i / 2,
    big: BigInt(i) ** 10n,
    blobs: [],
    dates: [],
    bigs: [],
    writer: writers[i % writers.length]!,
    readers: [],
  });
}
