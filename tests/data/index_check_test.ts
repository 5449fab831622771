import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  createApp,
  createContainer,
  data,
  describeType,
  exportRepository,
  graphql,
  graphQlRepository,
  LogSink,
  Resource,
  rest,
  StartupError,
  StartupTask,
  t,
} from "@espalier/espalier";
import {
  Database,
  EntityRepository,
  expectQuery,
  openDatabase,
  type QueryMethods,
  repository,
  type SchemaDrift,
  SchemaDriftError,
  Sort,
} from "@espalier/espalier/data";
import { PredicateDataFetcher } from "@espalier/espalier/graphql";
import { ContainerModule } from "inversify";
import { hasMariadb, hasPostgres, mariadbUrl, postgresUrl } from "./stores.ts";

class Director {
  constructor(readonly id: number, readonly name: string) {}
}
describeType(Director, { id: t.int, name: t.string }, { id: "id" });

class Film {
  constructor(
    readonly id: number,
    readonly title: string,
    readonly code: string,
    readonly year: number,
    readonly seen: boolean,
    readonly rating: number | null,
    readonly director: Director,
  ) {}
}
describeType(Film, {
  id: t.int,
  title: t.string,
  code: t.string,
  year: t.int,
  seen: t.boolean,
  rating: t.nullable(t.int),
  director: t.object(() => Director),
}, { id: "id" });

type Kind = "sqlite" | "postgres" | "mariadb";

const places: readonly { readonly kind: Kind; readonly ignore: boolean; readonly texts: string }[] = [
  { kind: "sqlite", ignore: false, texts: "text" },
  { kind: "postgres", ignore: !hasPostgres, texts: 'text collate "C"' },
  { kind: "mariadb", ignore: !hasMariadb, texts: "varchar(99) collate utf8mb4_nopad_bin" },
];

/** A place for tables, which is removed at the end. */
async function placeFor(kind: Kind): Promise<{ readonly url: string; readonly schema?: string } & AsyncDisposable> {
  const name = `espalier_index_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
  if (kind === "sqlite") {
    const folder = await Deno.makeTempDir();
    return { url: `sqlite:${folder}/films.db`, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
  }
  const [url, place, end] = kind === "postgres"
    ? [postgresUrl, "schema", " cascade"] as const
    : [mariadbUrl, "database", ""] as const;
  const run = async (text: string) => {
    await using database = await openDatabase(url, { maxConnections: 1 });
    await database.execute(text);
  };
  await run(`create ${place} ${name}`);
  return { url, schema: name, [Symbol.asyncDispose]: () => run(`drop ${place} ${name}${end}`) };
}

interface Start {
  readonly methods?: QueryMethods;
  /** Statements behind those that make the tables. */
  readonly statements?: readonly string[];
  /** Number of films. */
  readonly rows?: number;
  readonly mode?: "warn" | "fail" | "off";
  /** Installs what is tested, which finds the repository as `Films`. */
  readonly modules?: readonly ContainerModule[];
  readonly make?: (database: Database) => void;
}

abstract class Films extends EntityRepository<Film, number> {}

/** Starts an application, and returns what it told of indexes. */
async function start({ kind, texts }: typeof places[number], options: Start): Promise<SchemaDrift[]> {
  const { methods = {}, statements = [], rows = 1_000, mode, modules = [], make } = options;
  await using place = await placeFor(kind);
  const { url, schema } = place;
  {
    await using database = await openDatabase(url, schema === undefined ? {} : { schema });
    const boolean = kind === "mariadb" ? "tinyint(1)" : "boolean";
    for (
      const statement of [
        `create table directors (id integer primary key, name ${texts} not null)`,
        "insert into directors values (1, 'Varda')",
        `create table films (id integer primary key, title ${texts} not null, code ${texts} not null unique,
          year integer not null, seen ${boolean} not null, rating integer,
          director_id integer not null references directors (id))`,
        "create index films_director on films (director_id)",
        `insert into films (id, title, code, year, seen, director_id)
          with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows})
          select i, 'A', concat('c', i), i, true, 1 from n`.replace(
          "concat('c', i)",
          kind === "sqlite" ? "'c' || i" : "concat('c', i)",
        ),
        ...statements,
      ]
    ) await database.execute(statement);
  }
  const told: SchemaDrift[] = [];
  // The names of a test are texts to the compiler.
  const Derived = repository(Film, methods as never);
  const others = new ContainerModule(({ bind }) => {
    bind(LogSink).toConstantValue(({ category, level, message, fields }) => {
      if (category === "espalier.data.schema") told.push({ ...fields, message: `${level} ${message}` } as never);
    });
    bind(Films).toResolvedValue((database) => new Derived(database) as never, [Database]).inSingletonScope();
    bind(StartupTask).toConstantValue({
      name: "films: make repositories",
      run: async (container) => {
        make?.(await container.getAsync(Database));
        await container.getAsync(Films);
      },
    });
  });
  const feature = data({ url, ...(schema === undefined ? {} : { schema }) });
  const properties = mode === undefined ? {} : { data: { indexCheck: mode } };
  await using _app = await createApp(createContainer(feature, others, ...modules), { properties });
  return told;
}

const methodsOf = (...names: string[]): QueryMethods => Object.fromEntries(names.map((name) => [name, "list"]));

for (const place of places) {
  const test = (name: string, fn: () => Promise<void>) =>
    Deno.test({ name: `${name} [${place.kind}]`, ignore: place.ignore, fn });
  /** The columns that are told for a query method, with some indexes. */
  const columns = async (method: string, ...statements: string[]) =>
    (await start(place, { methods: methodsOf(method), statements })).map(({ column }) => column);

  test("21.2 a query method without an index is told, and the statement that is told ends it", async () => {
    const methods = methodsOf("findByYearAndTitle", "findByYear", "findByYearBetween");
    const [told, ...more] = await start(place, { methods });
    assertEquals(more, []);
    const { entity, property, table, column, message } = told!;
    assertEquals([entity, property, table, column], ["Film", "year, title", "films", "year"]);
    assertStringIncludes(message, "WARN Cannot run findByYearAndTitle, findByYear, findByYearBetween without reading");
    const statement = message.match(/: (create index .*)$/)![1]!;
    assertEquals(
      statement.replaceAll(/["`]/g, ""),
      "create index if not exists films_year_title_index on films (year, title)",
    );
    assertEquals(await start(place, { methods, statements: [statement] }), []);
  });

  test("21.2 small tables are left alone, the switch fails the start or looks at nothing", async () => {
    const methods = methodsOf("findByYear");
    assertEquals(await start(place, { methods, rows: 999 }), []);
    assertEquals(await start(place, { methods, mode: "off" }), []);
    // A start must not fail because a table has grown.
    const { reason } = await assertRejects(() => start(place, { methods, mode: "fail", rows: 1 }), StartupError);
    assertEquals(reason instanceof SchemaDriftError && reason.drift.map(({ column }) => column), ["year"]);
  });

  test("21.2 keys, unique columns, references and beginnings of indexes serve a query method", async () => {
    for (
      const method of ["findByIdIn", "findByCode", "findByDirector", "findByDirectorId", "findByDirectorIdAndYear"]
    ) {
      assertEquals(await columns(method), [], method);
    }
    const longer = "create index longer on films (year, title)";
    assertEquals(await columns("findByYear", longer), []);
    assertEquals(await columns("findByTitle", longer), ["title"]);
    // Each alternative needs one; those that no index serves make all others useless.
    assertEquals(await columns("findByCodeOrTitle"), ["title"]);
    assertEquals(await columns("findByYearOrTitle"), ["year", "title"]);
    assertEquals(await columns("findByTitleContaining"), []);
    assertEquals(await columns("findByYearOrTitleContaining"), []);
    assertEquals(await columns("findBySeenIsTrue"), []);
    assertEquals(await columns("findByTitleStartingWith"), ["title"]);
    assertEquals(await columns("findByTitleStartingWith", "create index titles on films (title)"), []);
  });

  test("21.2 a query by a property of a reference needs an index of that table", async () => {
    const rows =
      "insert into directors with recursive n (i) as (select 2 union all select i + 1 from n where i < 1001) " +
      "select i, 'A' from n";
    const told = await start(place, { methods: methodsOf("findByDirectorName"), statements: [rows] });
    assertEquals(told.map(({ entity, table, column }) => [entity, table, column]), [["Director", "directors", "name"]]);
    assertEquals(await columns("findByDirectorName", rows, "create index names on directors (name)"), []);
  });

  test("21.2 the order of a window needs an index, that of a filtered one does not", async () => {
    const window = (name: string, ...statements: string[]) =>
      start(place, { methods: { [name]: "window" }, statements });
    const [told] = await window("findAllByOrderByRatingDescYearDesc");
    assertEquals([told?.column, told?.property], ["rating", "rating, year, id"]);
    const statement = told!.message.match(/: (create index .*)$/)![1]!;
    assertEquals(await window("findAllByOrderByRatingDescYearDesc", statement), []);
    assertEquals(await window("findByCodeOrderByRating"), []);
    assertEquals(await columns("findAllByOrderByRating"), []);
    assertEquals(await columns("findTop3ByOrderByRating"), ["rating"]);
  });

  test("27.1 an index that sorts of a collection begin with has to end in the id", async () => {
    const told = (...statements: string[]) =>
      start(place, { modules: [rest(), exportRepository(Films, {})], statements, rows: 1_000 });
    // Every property can be sorted by; nobody has asked for all these indexes.
    assertEquals(await told(), []);
    assertEquals(
      await told("create index partly on films (year, id)", "create unique index codes on films (code)"),
      [],
    );
    const [first, ...more] = await told("create index years on films (year, title)");
    assertEquals(more, []);
    const { entity, property, table, column, message } = first!;
    assertEquals([entity, property, table, column], ["Film", "year, id", "films", "year"]);
    assertStringIncludes(
      message,
      'WARN Cannot run sort "year" of "films" in the order of an index of table "films" as the one that begins with ' +
        'column "year" must continue with column "id": create index if not exists',
    );
    const statement = message.match(/: (create index .*)$/)![1]!;
    assertEquals(statement.replaceAll(/["`]/g, "").split(" on ")[1], "films (year, id)");
    assertEquals(await told("create index years on films (year, title)", statement), []);
    // SQLite and MariaDB keep the key of the table in each index.
    const short = await told("create index years on films (year)");
    assertEquals(short.map(({ property }) => property), place.kind === "postgres" ? ["year, id"] : []);
    const down = await told("create index years on films (year desc)");
    assertEquals(down.map(({ property }) => property), ["year, id"]);
  });

  test("21.2 filters of collections, sorts of connections and stated queries are looked at", async () => {
    const schema = Resource.text(
      "films",
      `type Query { films(first: Int, after: String, last: Int, before: String): FilmConnection }
      type Film { id: ID! title: String! }`,
    );
    const modules = [
      rest(),
      exportRepository(Films, { paged: "keyset", filters: { year: ["gte", "lt"], title: true, code: true } }),
      graphql({ schema: [schema] }),
      graphQlRepository(Films, {
        fetchers: (films) => PredicateDataFetcher.builder(films).sortBy(Sort.by("rating")),
      }),
    ];
    const told = await start(place, {
      modules,
      make: (database) =>
        expectQuery(database.repository(Film), {
          origin: "Films.seen",
          alternatives: [[{ path: "year", kind: "range" }, { path: "seen", kind: "equal" }]],
          isLimited: false,
        }),
    });
    assertEquals(told.map(({ column, message }) => [column, message.match(/run (.*) without/)?.[1]]).toSorted(), [
      ["rating", "PredicateDataFetcher of connections of Film"],
      ["title", 'filter "title" of "films"'],
      ["year", 'Films.seen, filter "year" of "films"'],
    ]);
  });

  if (place.kind === "mariadb") {
    test("21.2 long texts are indexed by how they start", async () => {
      const long = "alter table films modify title longtext collate utf8mb4_nopad_bin not null";
      const [told] = await start(place, { methods: methodsOf("findByTitle"), statements: [long] });
      assertStringIncludes(told!.message, "on `films` (`title`(255))");
      assertEquals(await columns("findByTitle", long, told!.message.match(/: (create index .*)$/)![1]!), []);
      assertEquals(await columns("findTop3ByOrderByTitle", long), []);
    });
    continue;
  }

  test("21.2 partial indexes serve where they hold all that is asked for", async () => {
    assertEquals(await columns("findByYear", "create index partly on films (year) where year > 2000"), ["year"]);
    assertEquals(await columns("findByRating", "create index rated on films (rating) where rating is not null"), []);
    assertEquals(
      await columns("findTop3ByOrderByRating", "create index r on films (rating) where rating is not null"),
      [
        "rating",
      ],
    );
  });

  test("21.2 a query without regard to case needs an index of what it compares", async () => {
    const method = "findByTitleIgnoreCase";
    const plain = "create index plain on films (title)";
    const lower = place.kind === "postgres" ? "create index lowered on films (lower(title))" : plain;
    const [told] = await start(place, {
      methods: methodsOf(method),
      statements: [plain, lower].slice(0, place.kind === "postgres" ? 2 : 1),
    });
    assertEquals(told?.column, "title");
    const statement = told!.message.match(/: (create index .*)$/)![1]!;
    assertEquals(await columns(method, statement), []);
    assertEquals(await columns("findByTitle", statement), ["title"]);
  });
}

Deno.test({
  name: "21.2 an index that failed to build, or of another kind, serves no query [postgres]",
  ignore: !hasPostgres,
  fn: async () => {
    const place = places.find(({ kind }) => kind === "postgres")!;
    const told = async (method: string, ...statements: string[]) =>
      (await start(place, { methods: methodsOf(method), statements })).map(({ column }) => column);
    assertEquals(await told("findByYear", "create index years on films using brin (year)"), ["year"]);
    assertEquals(await told("findByYear", "create index years on films using hash (year)"), []);
    assertEquals(await told("findByYearBetween", "create index years on films using hash (year)"), ["year"]);
    assertEquals(
      await told(
        "findByYear",
        "create index years on films (year)",
        "update pg_index set indisvalid = false where indexrelid = 'years'::regclass",
      ),
      ["year"],
    );
    // Texts of another collation are in another order.
    const other = 'alter table films alter column title type text collate "en-x-icu"';
    assertEquals(await told("findByTitleStartingWith", other), []);
    assertEquals(await told("findByTitleLessThan", other), ["title"]);
  },
});
