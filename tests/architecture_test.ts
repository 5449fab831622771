import { assertEquals } from "@std/assert";
import {
  ApplicationModules,
  type ModuleAttributes,
  type ModuleRule,
  type ResolvedReference,
  type SourceFile,
  type Violation,
} from "../src/modulith/mod.ts";

/** An area, or a part of one, and what it may import through the `mod.ts` of others. */
function area(...allowedDependencies: string[]): ModuleAttributes {
  return { allowedDependencies };
}

/** All areas. A new one needs a line here, and a reason in docs/decisions. */
const areas: Readonly<Record<string, ModuleAttributes>> = {
  kernel: area(),
  container: area("kernel"),
  context: area("kernel"),
  nats: area("kernel", "context"),
  redis: area("kernel", "context"),
  http: area("kernel", "context"),
  data: {
    ...area("kernel", "context"),
    namedInterfaces: {
      vocabulary: "vocabulary.ts",
      migrations: "migration_access.ts",
      statements: "statement_observer.ts",
      feature: "feature.ts",
    },
  },
  actuator: area("kernel", "container", "context", "http"),
  access_log: area("kernel", "context", "http"),
  compression: area("kernel", "http"),
  graphql: {}, // composes its parts, below
  subscriptions: area("kernel", "context", "data", "graphql", "nats", "redis"),
  rest: area("kernel", "container", "context", "data", "http"),
  modulith: area("kernel", "container", "context", "data", "http", "actuator", "nats"),
  schema_types: {
    ...area("kernel", "graphql", "graphql :: federation", "modulith"),
    namedInterfaces: {
      writer: "write_types.ts",
      loader: "load_schema.ts",
      entities: "entity_schema.ts",
      comments: "class_comments.ts",
    },
  },
  migrations: area("kernel", "container", "data", "data :: migrations", "modulith"),
  observability: area("kernel", "context", "data :: statements", "http", "graphql", "modulith", "actuator"),
  security: area("kernel", "context", "http", "data", "modulith", "redis"),
  app: area("kernel", "container", "context", "http"),
  graphiql: area("kernel", "context", "http"),
  console: area("kernel", "context", "http", "actuator"),
  persisted_documents: area("kernel", "graphql", "redis"),
  response_cache: area("kernel", "context", "http", "redis", "data", "graphql"),
  operations: area("kernel", "context", "http", "graphql"),
  client: area("kernel"),
  new: area("schema_types :: writer"),
  development: {}, // runs whole services
  testing: {}, // may import everything
  commands: {}, // entry points of the command line
  std: { type: "open" }, // stands in for the standard library, which has no mod.ts
};

/** What the parts of the GraphQL area may import: other areas, and other parts in their direction. */
const outside = ["kernel", "container", "context", "data :: vocabulary", "http"];
const graphQlParts: Readonly<Record<string, ModuleAttributes>> = {
  wiring: area(...outside),
  engine: area(...outside, "graphql.wiring"),
  inspection: area(...outside, "graphql.wiring"),
  type_facts: area(...outside, "graphql.inspection"),
  execution: area(...outside, "graphql.engine", "graphql.inspection", "graphql.wiring"),
  interception: area(...outside, "graphql.execution", "graphql.wiring"),
  usage: area(...outside, "graphql.execution", "graphql.inspection", "graphql.interception"),
  access: area(...outside, "graphql.execution", "graphql.wiring"),
  reload: area(...outside, "graphql.execution"),
  transport: area(...outside, "graphql.interception", "graphql.execution", "graphql.wiring"),
  pagination: area(...outside, "graphql.wiring"),
  controllers: {
    ...area(...outside, "graphql.execution", "graphql.pagination", "graphql.wiring"),
    namedInterfaces: { handlers: "handlers.ts" },
  },
  repositories: area(...outside, "graphql.pagination", "graphql.wiring"),
  federation: area(
    ...outside,
    "graphql.access",
    "graphql.controllers",
    "graphql.controllers :: handlers",
    "graphql.execution",
    "graphql.inspection",
    "graphql.interception",
    "graphql.repositories",
    "graphql.wiring",
  ),
};

/** The GraphQL area as a whole may import what its parts may. */
const graphQlArea: ModuleAttributes = {
  ...area(...outside, ...Object.keys(graphQlParts).map((part) => `graphql.${part}`)),
  namedInterfaces: { federation: "federation_definitions.ts" },
};

/** One violation per reference that an objection is raised against. */
function references(objection: (file: SourceFile, reference: ResolvedReference) => string | undefined): ModuleRule {
  return ({ tree }) =>
    [...tree.files.values()].flatMap((file) =>
      file.references.flatMap((reference): Violation[] => {
        const message = objection(file, reference);
        const { line, specifier } = reference;
        return message === undefined ? [] : [{ kind: "rule", message, file: file.path, line, specifier }];
      })
    );
}

// The package's own name and version stand in its configuration.
const beside = ["../deps.ts", "../deno.json"];
// This one has to be met after the others, as it says itself.
const metLater = "observability/otlp_trace_exporter.ts";
const thirdParties = references(({ path }, { target }) =>
  path.startsWith("std/") || path.endsWith("/deps.ts") || path === metLater || target.startsWith("node:") ||
    beside.includes(target) ||
    !/^(\.\.\/|\w+:)/.test(target)
    ? undefined
    : "Third parties are imported through deps.ts alone, the top one or the area's."
);

// The feature is loaded by the front door, the others when an SQL database is opened.
const loadedApart = [
  "data/feature.ts",
  "data/store/sql/load_sql_builders.ts",
  "data/store/sql/mariadb_pool.ts",
  "data/store/sql/postgres_connections.ts",
  "data/store/sql/postgres_dedicated_connection.ts",
];
const dataAlone = references(({ path }, { target, typeOnly }) =>
  path.startsWith("data/") && !loadedApart.includes(path) && target === "../deps.ts" && !typeOnly
    ? "The data area needs no third party at run time: import types only, or load it when it is needed."
    : undefined
);

const modules = await ApplicationModules.scan(new URL("../src/", import.meta.url), {
  systemName: "espalier",
  sharedModules: ["std"],
  declarations: {
    ...areas,
    graphql: graphQlArea,
    ...Object.fromEntries(Object.entries(graphQlParts).map(([part, attributes]) => [`graphql/${part}`, attributes])),
  },
  rules: [thirdParties, dataAlone],
});

Deno.test("every file below src belongs to an area that is listed", () => {
  assertEquals(modules.roots.flatMap(({ files }) => files), []);
  assertEquals(
    modules.modules.map(({ identifier }) => identifier.split(".")[0]!).filter((name) => !(name in areas)),
    [],
  );
  const parts = modules.nestedIn(modules.module("graphql")!).map(({ folder }) => folder.split("/")[1]!);
  assertEquals(parts.filter((part) => !(part in graphQlParts)), []);
});

Deno.test("B2.1 the areas import each other in their direction, through mod.ts, and third parties through deps.ts", () => {
  // The GraphQL area's own files compose its parts, so they may look inside them.
  const isComposition = ({ module, kind }: Violation) => module === "graphql" && kind === "not-exposed";
  modules.detectViolations().filter((violation) => !isComposition(violation)).throwIfPresent();
});

/** The rooms of the compiled engine: each may import those before it. The folder's own files put them together. */
const engineRooms = ["plan", "run", "complete", "generate", undefined];

Deno.test("28.3 the rooms of the compiled engine import each other in one direction, types included", () => {
  const folder = "graphql/engine/compiled/";
  const roomOf = (path: string) => /^(\w+)\//.exec(path.slice(folder.length))?.[1];
  const backward = [...modules.tree.files.values()].filter(({ path }) => path.startsWith(folder)).flatMap(
    ({ path, references }) =>
      references.filter(({ target }) => target.startsWith(folder)).filter(({ target }) =>
        engineRooms.indexOf(roomOf(target)) > engineRooms.indexOf(roomOf(path))
      ).map(({ target }) => `${path} imports ${target}`),
  );
  assertEquals(backward, []);
});

/** Circles that are meant: the first file of each, and why. */
const meantCircles: Readonly<Record<string, string>> = {
  "data/database.ts": "a database makes repositories, and a repository gives access to its database; types only",
};

Deno.test("28.3 no file imports itself through other files, types included", () => {
  const files = modules.tree.files;
  const importsOf = (path: string) =>
    files.get(path)!.references.map(({ target }) => target).filter((target) => files.has(target));
  const circles = circlesAmong([...files.keys()].sort(), importsOf);
  const unmeant = circles.filter(([first]) => !(first! in meantCircles));
  assertEquals(unmeant.map((circle) => circle.join(" ")), []);
  assertEquals(circles.filter(([first]) => first! in meantCircles).length, Object.keys(meantCircles).length);
});

/** Finds the groups of files that reach each other, by Tarjan's algorithm; sorted within each group. */
function circlesAmong(files: readonly string[], importsOf: (path: string) => readonly string[]): string[][] {
  const indexes = new Map<string, number>(), lowest = new Map<string, number>();
  const stack: string[] = [], circles: string[][] = [];
  const visit = (path: string): number => {
    const index = indexes.size;
    indexes.set(path, index);
    stack.push(path);
    let low = index;
    for (const target of importsOf(path)) {
      if (!indexes.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, lowest.get(target) ?? indexes.get(target)!);
    }
    lowest.set(path, low);
    if (low === index) {
      const group = stack.splice(stack.indexOf(path));
      if (group.length > 1) circles.push(group.sort());
    }
    return low;
  };
  for (const path of files) if (!indexes.has(path)) visit(path);
  return circles;
}
