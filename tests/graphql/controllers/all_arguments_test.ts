import { assertEquals } from "@std/assert";
import { z } from "zod";
import { BatchMapping, ContainerModule, controller, describeType, param, QueryMapping, t } from "@espalier/espalier";
import {
  ArgumentNameResolver,
  GraphQlSourceBuilderCustomizer,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";
import { startApp } from "../graphql_app.ts";

class Pages {
  constructor(readonly from: number, readonly to: number) {}
}
describeType(Pages, { from: t.int, to: t.int });

class Book {
  constructor(readonly id: string) {}
}
describeType(Book, { id: t.id });

const late = z.string().refine((text) => Promise.resolve(text.length > 1), "is too short");

class Reading {
  @QueryMapping({
    params: [param.argument("a", t.int), param.argument("pages", t.object(() => Pages)), param.argument("c", t.date)],
    returns: t.string,
  })
  all(a: number, { from, to }: Pages, c: Date): string {
    return `${a} ${from} ${to} ${c.getFullYear()}`;
  }
  @QueryMapping({
    params: [param.argument("a", late), param.argument("b", t.int), param.argument("c", late)],
    returns: t.string,
  })
  late(a: string, b: number, c: string): string {
    return `${a} ${b} ${c}`;
  }
  @QueryMapping({ params: [] })
  books(): Book[] {
    return [new Book("1")];
  }
  @BatchMapping({
    source: () => Book,
    params: [param.argument("a", t.int), param.argument("b", t.int)],
    returns: t.string,
  })
  batched(books: readonly Book[]): string[] {
    return books.map(() => "x");
  }
}

const schema = `
  type Query { all(a: String, pages: PagesInput, c: String): String late(a: String, b: String, c: String): String books: [Book] }
  type Book { batched(a: String, b: String): String }
  input PagesInput { from: String to: String }
`;

const reference = new ContainerModule(({ bind }) => {
  bind(GraphQlSourceBuilderCustomizer).toConstantValue({
    customize: (builder) =>
      builder.configureGraphQl((graphQl) => graphQl.queryExecutionStrategy(new ReferenceExecutionStrategy())),
  });
});

interface Refusal {
  readonly message: string;
  readonly extensions: {
    readonly classification: string;
    readonly fieldErrors: { argument?: string; field: string }[];
  };
}

for (const [engine, modules] of [["compiled", []], ["reference", [reference]]] as const) {
  Deno.test(`A3 all arguments of a call that can't be bound are reported together (${engine})`, async () => {
    await using app = await startApp(schema, [controller(Reading), ...modules]);
    const refusals = async (query: string) => {
      const { errors } = (await app.post(query)).body as { errors: Refusal[] };
      assertEquals(errors.map(({ extensions }) => extensions.classification), ["BAD_REQUEST"]);
      return errors[0]!.extensions.fieldErrors.map(({ argument, field }) => [argument, field]);
    };
    // Twice and more, as code is generated for what is asked for often.
    for (let i = 0; i < 5; i++) {
      assertEquals(await refusals('{ all(a: "x", pages: { from: "y", to: "z" }, c: "never") }'), [
        ["a", "$"],
        ["pages", "$.from"],
        ["pages", "$.to"],
        ["c", "$"],
      ]);
      assertEquals(await refusals('{ all(a: "x", pages: { from: "1", to: "2" }, c: "2024-01-01") }'), [[
        undefined,
        "$",
      ]]);
      assertEquals(await refusals('{ late(a: "x", b: "y", c: "z") }'), [["a", "$"], ["b", "$"], ["c", "$"]]);
      assertEquals(await refusals('{ late(a: "xx", b: "1", c: "z") }'), [[undefined, "$"]]);
      assertEquals(await refusals('{ books { batched(a: "x", b: "y") } }'), [["a", "$"], ["b", "$"]]);
      const good = '{ all(a: "1", pages: { from: "2", to: "3" }, c: "2024-06-01") late(a: "xx", b: "1", c: "zz") }';
      assertEquals((await app.post(good)).body, { data: { all: "1 2 3 2024", late: "xx 1 zz" } });
    }
  });
}

Deno.test("A3 the message of several refused arguments names each place once", async () => {
  await using app = await startApp(schema, [controller(Reading)]);
  const { body } = await app.post('{ all(a: "x", pages: { from: "y" }, c: "2024-01-01") }');
  assertEquals(
    (body as { errors: Refusal[] }).errors[0]!.message,
    'Cannot bind "a, pages": a: Failed to convert argument value; pages.from: Failed to convert argument value; ' +
      "pages.to: A value is required",
  );
});

class Chapter {
  pageCount = 0;
  constructor(readonly chapterTitle: string) {}
}
describeType(Chapter, { chapterTitle: t.string, pageCount: t.int });

class Volume {
  constructor(readonly mainTitle: string, readonly firstChapter: Chapter) {}
}
describeType(Volume, { mainTitle: t.string, firstChapter: t.object(() => Chapter) });

Deno.test("A3 resolvers of argument names map the names of nested input fields, one after another", async () => {
  class Volumes {
    @QueryMapping({ params: [param.argument("volume_input", t.object(() => Volume))], returns: t.string })
    read({ mainTitle, firstChapter }: Volume): string {
      return [mainTitle, firstChapter.chapterTitle, firstChapter.pageCount].join(" ");
    }
  }
  const names = new ContainerModule(({ bind }) => {
    bind(ArgumentNameResolver).toConstantValue({
      order: 2,
      propertyName: (name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    });
    bind(ArgumentNameResolver).toConstantValue({ order: 1, propertyName: (name) => name.replace(/^x_/, "") });
  });
  const inputs = `type Query { read(volume_input: VolumeInput): String }
    input VolumeInput { main_title: String first_chapter: ChapterInput }
    input ChapterInput { x_chapter_title: String page_count: String }`;
  await using app = await startApp(inputs, [controller(Volumes), names]);
  const read = (chapter: string) =>
    app.post(`{ read(volume_input: { main_title: "Emma", first_chapter: { ${chapter} } }) }`);
  assertEquals((await read('x_chapter_title: "I", page_count: "7"')).body, { data: { read: "Emma I 7" } });
  const { errors } = (await read('x_chapter_title: "I", page_count: "many"')).body as { errors: Refusal[] };
  assertEquals(errors[0]!.extensions.fieldErrors.map(({ field }) => field), ["$.first_chapter.page_count"]);
});
