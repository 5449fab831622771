import process from "node:process";
import { assert, assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  LeveledLogger,
  Logger,
} from "@espalier/espalier";
import {
  type ExecutionStrategy,
  graphql,
  GraphQlSourceBuilderCustomizer,
  ReferenceExecutionStrategy,
  Resource,
  type RuntimeWiringBuilder,
  RuntimeWiringConfigurer,
} from "@espalier/espalier/graphql";
import { post } from "../../graphql/transport/graphql_app.ts";

const schema = `
  type Query { items(count: Int): [Item], broken: [Int], rejected: [Int], required: [Required!] }
  type Item {
    thrown: Int, rejected: Int, strict: Int!, strictLater: Int!, nothing: Int!, text: Int, textLater: Int,
    kind: Kind, texts: [Int], holes: [Int!], noList: [Int]
  }
  enum Kind { A }
  type Required { strictLater: Int! }
`;

const count = 20_000;
/** Deno searches all rejections that nobody handled yet when one is handled: 20,000 at once take it seconds. */
const rejectedCount = 4_000;
const strategies: Readonly<Record<string, ExecutionStrategy | undefined>> = {
  compiled: undefined,
  reference: new ReferenceExecutionStrategy(),
};

/** Each failure has a message of its own, so that none is a repetition of another. */
function wiring(wiring: RuntimeWiringBuilder): void {
  let failures = 0;
  const failure = () => new Error(`Failure ${failures++}`);
  const thrown = () => {
    throw failure();
  };
  const rejected = () => Promise.reject(failure());
  const list = <T>(make: () => T, length = count) => Array.from({ length }, make);
  wiring.type(
    "Query",
    (type) =>
      type.dataFetcher("items", (environment) => list(() => ({}), environment.argument<number>("count") ?? count))
        .dataFetcher("required", () => list(() => ({})))
        .dataFetcher("broken", () => list(failure))
        .dataFetcher("rejected", () => list(rejected, rejectedCount)),
  );
  wiring.type("Item", (type) =>
    type.dataFetcher("thrown", thrown)
      .dataFetcher("rejected", rejected)
      .dataFetcher("strict", thrown)
      .dataFetcher("strictLater", rejected)
      .dataFetcher("nothing", () => null)
      .dataFetcher("kind", () => "B")
      .dataFetcher("texts", () => ["no number"])
      .dataFetcher("holes", () => [null])
      .dataFetcher("noList", () => 1)
      .dataFetcher("text", () => "no number")
      .dataFetcher("textLater", () => Promise.resolve("no number")));
  wiring.type("Required", (type) => type.dataFetcher("strictLater", rejected));
}

interface FailingService extends AsyncDisposable {
  readonly app: Application;
  readonly logged: string[];
}

async function start(strategy: ExecutionStrategy | undefined): Promise<FailingService> {
  const logged: string[] = [];
  const beans = new ContainerModule(({ bind }) => {
    bind(Logger).toConstantValue(new LeveledLogger({ "": "WARN" }, ({ message }) => void logged.push(message)));
    bind(RuntimeWiringConfigurer).toConstantValue({ configure: wiring });
    if (strategy === undefined) return;
    bind(GraphQlSourceBuilderCustomizer).toConstantValue({
      customize: (builder) => void builder.configureGraphQl((graphQl) => graphQl.queryExecutionStrategy(strategy)),
    });
  });
  const container = createContainer(graphql({ schema: [Resource.text("test", schema)] }), beans);
  const app = await createApp(container, { root: import.meta.url, properties: { preset: "production" } });
  logged.length = 0;
  return { app, logged, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

async function send({ app }: FailingService, query: string) {
  const before = process.threadCpuUsage();
  const { data, errors } = await (await app.fetch(post({ query }))).json();
  const { user, system } = process.threadCpuUsage(before);
  return { data, errors, time: (user + system) / 1_000 };
}

const limit = { name: "maxResultValues", value: 200_000 };

const stopped: Readonly<Record<string, string>> = {
  "fields that throw": "{ items { thrown } }",
  "fields that reject": "{ items { rejected } }",
  "fields that may not be null and throw": "{ items { strict } }",
  "fields that may not be null and reject": "{ items { strictLater } }",
  "fields that may not be null and are": "{ items { nothing } }",
  "items that are errors": "{ broken }",
  "items that reject": "{ rejected }",
};

for (const [name, strategy] of Object.entries(strategies)) {
  for (const [what, query] of Object.entries(stopped)) {
    Deno.test(`G1.1 20,000 ${what} stop the ${name} operation, with few lines in the log`, async () => {
      await using service = await start(strategy);
      const { data, errors } = await send(service, query);
      assertEquals([data, errors.length, errors[0].extensions.limit], [null, 1, limit]);
      assert(service.logged.length <= 50, `${service.logged.length} lines are logged`);
    });
  }

  Deno.test(`G1.1 the ${name} operation sends and logs the first of the failures that are allowed`, async () => {
    await using service = await start(strategy);
    const { errors } = await send(service, "{ required { strictLater } }");
    assertEquals(errors.length, 1);
    assert(service.logged.length <= 50, `${service.logged.length} lines are logged`);
    if (service.logged.length > 20) assert(service.logged.at(-1)?.startsWith("Further failures are not logged"));
  });
}

const refused = ["text", "textLater", "kind", "texts", "holes", "noList"];

for (const [name, strategy] of Object.entries(strategies)) {
  for (const field of refused) {
    Deno.test(`G1.1 values that are refused for 20,000 items stop the ${name} operation: ${field}`, async () => {
      await using service = await start(strategy);
      const { errors } = await send(service, `{ items { ${field} } }`);
      assertEquals([errors.length, errors[0].extensions.limit], [1, limit]);
      assert(service.logged.length <= 50, `${service.logged.length} lines are logged`);
    });
  }

  Deno.test(`G1.1 an error costs the ${name} operation the same wherever its field is, and however often it is selected`, async () => {
    await using service = await start(strategy);
    const least = async (query: string) => {
      let time = Infinity;
      for (let round = 0; round < 4; round++) time = Math.min(time, (await send(service, query)).time);
      return time;
    };
    for (const field of ["thrown", "text", "holes"]) {
      const plain = await least(`{ items(count: 1000) { ${field} } }`);
      const far = await least(`${"#\n".repeat(900)}{ items(count: 1000) { ${field} ${` ${field}`.repeat(9_000)} } }`);
      assert(far < 3 * plain + 50, `${field}: ${far} ms instead of ${plain} ms`);
    }
  });
}

Deno.test("G1.1 both strategies answer failures alike", async () => {
  await using compiled = await start(strategies.compiled);
  await using reference = await start(strategies.reference);
  const masked = ({ data, errors }: Awaited<ReturnType<typeof send>>) =>
    JSON.stringify({ data, errors }).replaceAll(/for [-0-9a-f]{36}/g, "for …");
  for (const field of ["thrown", "rejected", "strict", "strictLater", "nothing", ...refused]) {
    const query = `{ items(count: 3) { ${field} ${field} } }`;
    assertEquals(masked(await send(reference, query)), masked(await send(compiled, query)), field);
  }
});
