import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import {
  ContainerModule,
  controller,
  createApp,
  createContainer,
  describeType,
  type EspalierPropertiesInput,
  graphql,
  GraphQlSource,
  LeveledLogger,
  Logger,
  param,
  QueryMapping,
  Resource,
  RuntimeWiringConfigurer,
  SchemaMapping,
  t,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import {
  ClassNameTypeResolver,
  GraphQlSourceBuilderCustomizer,
  SchemaInspection,
  SchemaInspectionConfigurer,
  type SchemaReport,
} from "@espalier/espalier/graphql";
import { assertNoSchemaFindings } from "@espalier/espalier/testing";
import { GraphQLString } from "graphql";
import { described, text } from "./described.ts";

class Book {
  declare readonly id: string;
  declare readonly title: string | null;
}
describeType(Book, { id: t.id, title: t.nullable(t.string) });

class BookController {
  @QueryMapping({ params: [param.argument("id", t.id)], returns: t.nullable(t.object(() => Book)) })
  book(_id: string): Book | null {
    return null;
  }
  @SchemaMapping({ params: [param.source(() => Book)], returns: t.string })
  shout(book: Book): string {
    return (book.title ?? "").toUpperCase();
  }
}

class FoundController {
  @QueryMapping({ returns: t.list(t.unknown) })
  found(): unknown[] {
    return [];
  }
}

const mapped = "type Query { book(id: ID!): Book } type Book { id: ID! shout: String }";

function records() {
  const lines: string[] = [];
  const logger = new LeveledLogger({ "": "DEBUG" }, ({ level, category, message }) => {
    if (category.includes("graphql")) lines.push(`${level} ${category} ${message}`);
  });
  return { lines, module: new ContainerModule(({ bind }) => void bind(Logger).toConstantValue(logger)) };
}

async function started(
  sdl: string,
  options: { modules?: readonly ContainerModule[]; properties?: EspalierPropertiesInput } = {},
) {
  const { lines, module } = records();
  const schema = graphql({ schema: [Resource.text("test", sdl)] });
  const container = createContainer(module, schema, controller(BookController), ...options.modules ?? []);
  const app = await createApp(container, { properties: options.properties ?? {} });
  return { app, lines };
}

Deno.test("A2.9 a report consumer sees the controllers' mappings; an initializer adds class mappings", async () => {
  const reports: SchemaReport[] = [];
  const source = (initialize: boolean) => {
    const builder = GraphQlSource.schemaResourceBuilder()
      .schemaResources(Resource.text("test", "type Query { book: Book } type Book { id: ID missing: Int }"))
      .configureRuntimeWiring((wiring) => void wiring.type("Query", (type) => type.dataFetcher("book", () => null)));
    const consume = (report: SchemaReport) => void reports.push(report);
    return initialize
      ? builder.inspectSchemaMappings((initializer) => initializer.classMapping("Book", Book), consume).build()
      : builder.inspectSchemaMappings(consume).build();
  };
  await source(false);
  await source(true);
  assertEquals(reports.map(({ skippedTypes }) => skippedTypes.map(({ typeName }) => typeName)), [["Book"], []]);
  assertEquals(reports.map(({ unmappedFields }) => unmappedFields.map(({ fieldName }) => fieldName)), [[], [
    "missing",
  ]]);
});

Deno.test("I6 mappings of a ClassNameTypeResolver are class mappings", async () => {
  class BookRow extends Book {}
  const reports: SchemaReport[] = [];
  await GraphQlSource.schemaResourceBuilder()
    .schemaResources(
      Resource.text("test", "type Query { all: [Item] } union Item = Book type Book { id: ID missing: Int }"),
    )
    .configureRuntimeWiring((wiring) => void wiring.type("Query", (type) => type.dataFetcher("all", () => [])))
    .defaultTypeResolver(new ClassNameTypeResolver().addMapping(BookRow, "Book"))
    .inspectSchemaMappings((report) => void reports.push(report))
    .build();
  assertEquals(reports[0]!.unmappedFields, [{ typeName: "Book", fieldName: "missing", className: "BookRow" }]);
});

Deno.test("I1 what is found is logged at INFO at start-up, one line when clean, each skipped type at DEBUG", async () => {
  const clean = await started(mapped);
  await using _ = clean.app;
  const inspection = (lines: string[]) =>
    lines.filter((line) => line.includes("inspection") || line.includes("Skipping"));
  assertEquals(inspection(clean.lines), [
    "INFO espalier.graphql.inspection GraphQL schema inspection: no findings",
  ]);
  const faulty = await started(
    "type Query { book(id: ID!): Book other: Other } type Book { id: ID } type Other { id: ID }",
    {
      modules: [
        new ContainerModule(({ bind }) => {
          bind(RuntimeWiringConfigurer).toConstantValue({
            configure: (wiring) => void wiring.type("Query", (type) => type.dataFetcher("other", () => null)),
          });
        }),
      ],
    },
  );
  await using __ = faulty.app;
  const [skip, report] = inspection(faulty.lines);
  assertEquals(skip, "DEBUG espalier.graphql Skipping 'Other': No class information");
  assertStringIncludes(report!, "INFO espalier.graphql.inspection GraphQL schema inspection: 2 findings\n");
});

Deno.test("I1 with the presets of developers and tests findings are warnings, and no findings are none", async () => {
  for (const preset of ["development", "test"] as const) {
    const levels = async (sdl: string) => {
      const { app, lines } = await started(sdl, { properties: { preset } });
      await using _ = app;
      return lines.filter((line) => line.includes("inspection")).map((line) => line.split(" ")[0]);
    };
    assertEquals(await levels(mapped), ["INFO"]);
    assertEquals(await levels("type Query { book(id: ID!): Book nobody: Int } type Book { id: ID }"), ["WARN"]);
  }
});

Deno.test("I5 beans tell the inspection about classes; an application's own customizer replaces the inspection", async () => {
  const sdl = `type Query { book(id: ID!): Text found: [Item] } type Text { title: String } union Item = Book
    type Book { id: ID shout: String missing: Int }`;
  const beans = new ContainerModule(({ bind }) => {
    bind(SchemaInspectionConfigurer).toConstantValue({ configure: (inspector) => void inspector.classes(Book) });
  });
  const found = controller(FoundController);
  const { app } = await started(sdl, { modules: [found, beans] });
  await using _ = app;
  assertEquals(app.container.get(SchemaInspection).report?.unmappedFields, [
    { typeName: "Book", fieldName: "missing", className: "Book" },
  ]);
  const reports: SchemaReport[] = [];
  const own = new ContainerModule(({ bind }) => {
    bind(GraphQlSourceBuilderCustomizer).toConstantValue({
      customize: (builder) => void builder.inspectSchemaMappings((report) => void reports.push(report)),
    });
  });
  const other = await started(sdl, { modules: [found, own] });
  await using __ = other.app;
  assertEquals([reports.length, other.app.container.get(SchemaInspection).report], [1, undefined]);
});

Deno.test("I1 the inspection can be switched off", async () => {
  const { app, lines } = await started(mapped, { properties: { graphql: { inspection: "off" } } });
  await using _ = app;
  assertEquals(app.container.get(SchemaInspection).report, undefined);
  assertEquals(lines.filter((line) => line.includes("inspection")), []);
});

Deno.test("I1 the actuator shows the inspection: JSON always, a page in development, nothing unless it is asked for", async () => {
  const sdl = "type Query { book(id: ID!): Book } type Book { id: ID! shout: String missing: Int }";
  const ask = async (properties: EspalierPropertiesInput, accept: string) => {
    const { app } = await started(sdl, { modules: [actuator({ diskSpace: false })], properties });
    await using _ = app;
    const response = await app.fetch(new Request("http://localhost/actuator/graphql", { headers: { accept } }));
    return [response.status, response.headers.get("content-type"), await response.text()] as const;
  };
  const [status, type, body] = await ask(
    { graphql: { inspectionEndpoint: true } },
    "text/html, application/json;q=0.5",
  );
  assertEquals([status, type], [200, "application/json"]);
  assertEquals(JSON.parse(body).findings[0], {
    section: "unmappedFields",
    typeName: "Book",
    fieldName: "missing",
    message: 'Book.missing has no data fetcher and the class "Book" has no such property: it is always null',
  });
  const [, pageType, page] = await ask({ preset: "development" }, "text/html");
  assertEquals(pageType, "text/html; charset=utf-8");
  assertStringIncludes(page, "Book.missing has no data fetcher and the class &#34;Book&#34; has no such property");
  assertEquals((await ask({}, "application/json"))[0], 404);
});

Deno.test("assertNoSchemaFindings lists every finding", async () => {
  const clean = await started("type Query { book(id: ID!): Book } type Book { id: ID! }");
  await using _ = clean.app;
  const error = assertThrows(() => assertNoSchemaFindings(clean.app), Error, "Expected no findings of the schema");
  assertEquals(error.message.split("\n").slice(1), [
    "  unmappedRegistrations: Book.shout is registered but is no field of the schema – BookController#shout[1 args]",
  ]);
  assertNoSchemaFindings(clean.app, { except: ["unmappedRegistrations"] });
});

Deno.test("I1 C281 a field that a visitor added is inspected though no resource defines it", async () => {
  const reports: SchemaReport[] = [];
  const source = GraphQlSource.schemaResourceBuilder()
    .schemaResources(Resource.text("schema", "type Query { book: Book } type Book { id: ID! }"))
    .configureRuntimeWiring((wiring) =>
      wiring.type("Query", (type) => type.dataFetcher("book", described("BookController#book", t.object(() => Book))))
    )
    .typeVisitorsToTransformSchema({
      visitObject: (type, context) => {
        if (type.name !== "Book") return;
        const config = type.toConfig();
        context.changeNode({ ...config, fields: { ...config.fields, _service: { type: GraphQLString } } });
      },
    });
  await source.inspectSchemaMappings((report) => void reports.push(report)).build();
  assertEquals(reports.map(String), [text({ "Unmapped fields": "{Book=[_service]}" })]);
});
