import { assertEquals } from "@std/assert";
import { controller, param, QueryMapping, SchemaMapping, t } from "@espalier/espalier";
import {
  Authentication,
  type DataFetchingFieldSelectionSet,
  GraphQLContext,
  type HandlerParameter,
  WebGraphQlInterceptor,
} from "@espalier/espalier/graphql";
import { Author, authors, Book, books } from "../books.ts";
import { beans, startApp } from "../graphql_app.ts";

Deno.test("C332 C334 C338 C343 C344 C346 C335 parameters read context, locale, selection, signal and what a promise brings", async () => {
  const seen: unknown[] = [];
  class Reading {
    @QueryMapping({
      params: [
        param.context("tenant", t.string),
        param.context("missing", t.string, { required: false }),
        param.graphQlContext(),
        param.selectionSet(),
        param.locale(),
        param.signal(),
      ],
      returns: t.object(() => Book),
    })
    all(
      tenant: string,
      missing: string | undefined,
      context: GraphQLContext,
      selection: DataFetchingFieldSelectionSet,
      locale: string,
      signal: AbortSignal,
    ): Book {
      seen.push(
        tenant,
        missing,
        context.get("n"),
        selection.fields,
        selection.contains("auth*/**"),
        locale,
        signal.aborted,
      );
      return books[0]!;
    }
    @QueryMapping({ params: [param.context("nobody", t.string)] })
    required(nobody: string): string {
      return nobody;
    }
  }
  const schema =
    "type Query { all: Book required: String } type Book { id: ID author: Author } type Author { name: String }";
  await using app = await startApp(schema, [
    controller(Reading),
    beans(({ bind }) => {
      bind(WebGraphQlInterceptor).toConstantValue({
        intercept: (request, next) => {
          request.graphQlContext.put("tenant", Promise.resolve("acme")).put("n", 1);
          return next(request);
        },
      });
    }),
  ]);
  await app.post("{ all { id author { name } } }", { "accept-language": "fr-CA, en;q=0.5" });
  assertEquals(seen, ["acme", undefined, 1, ["id", "author", "author/name"], true, "fr-CA", false]);
  await app.post("{ required }");
  const { fields } = app.logged.find((record) => record.level === "ERROR")!;
  assertEquals(
    (fields["error"] as Error).message,
    "Missing required context value for method 'required' parameter 0",
  );
});

Deno.test("C365 a source of another class is told", async () => {
  class Sources {
    @QueryMapping({ params: [] })
    author(): Author {
      return authors.get("101")!;
    }
    @SchemaMapping({ typeName: "Author", params: [param.source(() => Book)] })
    wrong(book: Book): string {
      return book.name;
    }
  }
  await using app = await startApp("type Query { author: Author } type Author { wrong: String }", [
    controller(Sources),
  ]);
  await app.post("{ author { wrong } }");
  const messages = app.logged.filter((record) => record.level === "ERROR").map(({ fields }) =>
    (fields["error"] as Error).message
  );
  assertEquals(messages, [
    "Parameter [0] in Sources#wrong[1 args]: does not match the source Object type 'class Author'.",
  ]);
});

Deno.test("C367 C371 C374 C370 C376 C377 the principal comes from the request's authentication; without it the client gets UNAUTHORIZED", async () => {
  class Reader {
    constructor(readonly name: string) {}
  }
  class Greetings {
    @QueryMapping({ params: [param.principal(() => Reader)] })
    greeting(reader: Reader): string {
      return `Hello ${reader.name}`;
    }
    @QueryMapping({ params: [param.principal(() => Reader, { required: false })] })
    anyone(reader: Reader | undefined): string {
      return `Hello ${reader?.name ?? "stranger"}`;
    }
  }
  await using app = await startApp("type Query { greeting: String anyone: String }", [
    controller(Greetings),
    beans(({ bind }) => {
      bind(WebGraphQlInterceptor).toConstantValue({
        intercept: (request, next) => {
          const name = request.headers.get("x-reader");
          const isAnonymous = name === "nobody";
          const principal = isAnonymous ? name : new Reader(name ?? "");
          if (name) request.graphQlContext.put(Authentication, new Authentication(principal, { isAnonymous }));
          return next(request);
        },
      });
    }),
  ]);
  const known = await app.post("{ greeting anyone }", { "x-reader": "Ada" });
  assertEquals(known.body, { data: { greeting: "Hello Ada", anyone: "Hello Ada" } });
  assertEquals((await app.post("{ anyone }")).body, { data: { anyone: "Hello stranger" } });
  const anonymous = { "x-reader": "nobody" };
  assertEquals((await app.post("{ anyone }", anonymous)).body, { data: { anyone: "Hello stranger" } });
  for (const headers of [{}, anonymous]) {
    const { body } = await app.post("{ greeting }", headers);
    assertEquals((body as { errors: unknown[] }).errors, [{
      message: "Unauthorized",
      locations: [{ line: 1, column: 3 }],
      path: ["greeting"],
      extensions: { classification: "UNAUTHORIZED" },
    }]);
  }
});

Deno.test("C392 a parameter kind of the user's own works like those that ship, and finds its bean", async () => {
  class Clock {
    now(): string {
      return "noon";
    }
  }
  const now = (): HandlerParameter<string> => ({
    kind: "now",
    prepare: (site) => {
      const clock = site.bean<Clock>(Clock);
      return { read: () => clock!.now(), direct: () => clock!.now() };
    },
  });
  class Timely {
    @QueryMapping({ params: [now()] })
    time(text: string): string {
      return text;
    }
  }
  await using app = await startApp("type Query { time: String }", [
    controller(Timely),
    beans(({ bind }) => void bind(Clock).toConstantValue(new Clock())),
  ]);
  assertEquals((await app.post("{ time }")).body, { data: { time: "noon" } });
});
