import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  BatchMapping,
  controller,
  DataFetcherResult,
  param,
  QueryMapping,
  RuntimeWiringConfigurer,
  t,
} from "@espalier/espalier";
import {
  type BatchLoaderEnvironment,
  type DataFetchingEnvironment,
  GraphQLContext,
  WebGraphQlInterceptor,
} from "@espalier/espalier/graphql";
import { beans, startApp } from "../graphql_app.ts";

const coursesSchema = "type Query { courses: [Course] } type Course { id: ID name: String instructor: Person " +
  "students(first: Int): [Person] } type Person { id: ID firstName: String }";

class Person {
  constructor(readonly id: number, readonly firstName: string) {}
}
class Course {
  constructor(readonly id: number, readonly name: string, readonly people: readonly Person[]) {}
}
const [josh, bonnie, john, albert] = [
  new Person(15, "Josh"),
  new Person(22, "Bonnie"),
  new Person(26, "John"),
  new Person(17, "Albert"),
];
const courses = [
  new Course(11, "Ethical Hacking", [josh!, bonnie!, john!]),
  new Course(19, "Docker", [albert!, john!]),
];
const courseQueries = {
  courses: () => new DataFetcherResult({ data: courses, localContext: GraphQLContext.of({ room: "B2" }) }),
};
const courseWiring: RuntimeWiringConfigurer = {
  configure: (wiring) => void wiring.type("Query", (type) => type.addDataFetchers(courseQueries)),
};
const withCourses = beans(({ bind }) => void bind(RuntimeWiringConfigurer).toConstantValue(courseWiring));
const instructors = {
  data: { courses: [{ instructor: { firstName: "Josh" } }, { instructor: { firstName: "Albert" } }] },
};

const styles: Record<string, (sources: readonly Course[]) => unknown> = {
  "a promise of a map": (sources) => Promise.resolve(new Map(sources.map((course) => [course, course.people[0]]))),
  "a map": (sources) => new Map(sources.map((course) => [course, course.people[0]])),
  "a stream": async function* (sources) {
    for (const course of sources) yield course.people[0];
  },
  "a list": (sources) => sources.map((course) => course.people[0]),
};
for (const [style, load] of Object.entries(styles)) {
  Deno.test(`C406 A6.7 a batch method may return ${style}`, async () => {
    let calls = 0;
    class Courses {
      @BatchMapping({ source: () => Course, returns: t.unknown })
      instructor(sources: readonly Course[]): never {
        calls++;
        // The style is the test's: the description says only that it is unknown.
        return load(sources) as never;
      }
    }
    await using app = await startApp(coursesSchema, [controller(Courses), withCourses]);
    assertEquals((await app.post("{ courses { instructor { firstName } } }")).body, instructors);
    assertEquals(calls, 1);
  });
}

Deno.test("C409 A6.7 a batch method gets arguments, context and the key contexts; each set of arguments is a batch", async () => {
  const calls: unknown[] = [];
  class Courses {
    @BatchMapping({
      source: () => Course,
      params: [param.argument("first", t.nullable(t.int)), param.context("tenant", t.string), param.batchEnvironment()],
      returns: t.list(t.object(() => Person)),
    })
    students(
      sources: readonly Course[],
      first: number | null,
      tenant: string,
      environment: BatchLoaderEnvironment,
    ): Person[][] {
      const rooms = environment.keyContexts.map((context) => (context as GraphQLContext).get("room"));
      calls.push([sources.length, first, tenant, rooms, environment.signal.aborted]);
      return sources.map((course) => course.people.slice(1, 1 + (first ?? 99)));
    }
  }
  await using app = await startApp(coursesSchema, [
    controller(Courses),
    withCourses,
    beans(({ bind }) => {
      bind(WebGraphQlInterceptor).toConstantValue({
        intercept: (request, next) => {
          request.graphQlContext.put("tenant", "acme");
          return next(request);
        },
      });
    }),
  ]);
  const { body } = await app.post("{ courses { all: students { id } one: students(first: 1) { id } } }");
  assertEquals(body, {
    data: {
      courses: [
        { all: [{ id: "22" }, { id: "26" }], one: [{ id: "22" }] },
        { all: [{ id: "26" }], one: [{ id: "26" }] },
      ],
    },
  });
  assertEquals(
    calls.toSorted(),
    [
      [2, 1, "acme", ["B2", "B2"], false],
      [2, null, "acme", ["B2", "B2"], false],
    ].toSorted(),
  );
});

Deno.test("C388 a batch method that returns something else, or too little, fails its field for each source", async () => {
  class Courses {
    @BatchMapping({ source: () => Course })
    instructor(): never {
      return "nonsense" as never;
    }
    @BatchMapping({ source: () => Course })
    students(): never {
      return [[]] as never;
    }
  }
  await using app = await startApp(coursesSchema, [controller(Courses), withCourses]);
  const { body } = await app.post("{ courses { instructor { id } students { id } } }");
  assertEquals((body as { data: unknown }).data, {
    courses: [{ instructor: null, students: null }, { instructor: null, students: null }],
  });
  const logged = app.logged.filter(({ level }) => level === "ERROR").map(({ fields }) => String(fields["error"]))
    .join();
  assertStringIncludes(logged, "@BatchMapping method is expected to return");
});

Deno.test("A6 maxBatchSize splits a batch", async () => {
  const sizes: number[] = [];
  class Numbers {
    @QueryMapping({ params: [] })
    items(): Course[] {
      return Array.from({ length: 8 }, (_, id) => new Course(id, "", []));
    }
    @BatchMapping({ source: () => Course, typeName: "Item", maxBatchSize: 5 })
    twice(sources: readonly Course[]): number[] {
      sizes.push(sources.length);
      return sources.map(({ id }) => id * 2);
    }
  }
  await using app = await startApp("type Query { items: [Item] } type Item { twice: Int }", [controller(Numbers)]);
  const { body } = await app.post("{ items { twice } }");
  assertEquals((body as { data: { items: unknown[] } }).data.items.length, 8);
  assertEquals(sizes, [5, 3]);
});

Deno.test("a batch method whose parameter makes no sense for many sources is refused at start-up", async () => {
  class Courses {
    @BatchMapping({ source: () => Course, params: [param.environment()] })
    instructor(sources: readonly Course[], _environment: DataFetchingEnvironment): Course[] {
      return [...sources];
    }
  }
  const error = await assertRejects(() => startApp(coursesSchema, [controller(Courses)]));
  assertStringIncludes(
    (error as Error).message,
    "Parameter [1] in @BatchMapping Courses#instructor[1 args]: Unexpected argument type.",
  );
});
