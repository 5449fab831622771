import { assertEquals, assertRejects } from "@std/assert";
import { BatchMapping, controller, param, QueryMapping, t } from "@espalier/espalier";
import {
  AsyncLocalAccessor,
  Executor,
  LimitedExecutor,
  TimeoutWebGraphQlInterceptor,
  WebGraphQlInterceptor,
  WorkerExecutor,
  WorkerTask,
  workerTask,
} from "@espalier/espalier/graphql";
import { beans, startApp } from "../graphql_app.ts";

const sums = import.meta.resolve("./sums.ts");
const schema = "type Query { closure: Int task: Float failing: Int endless: Int }";
const never = new AbortController().signal;

class Calculations {
  @QueryMapping({ params: [], returns: t.int })
  closure(): () => number {
    return () => 7;
  }
  @QueryMapping({ params: [], returns: t.float })
  task(): WorkerTask<number> {
    return workerTask<number>(sums, "sumBelow", [1000]);
  }
  @QueryMapping({ params: [], returns: t.int })
  failing(): WorkerTask<number> {
    return workerTask<number>(sums, "failing");
  }
  @QueryMapping({ params: [], returns: t.int })
  endless(): WorkerTask<number> {
    return workerTask<number>(sums, "endless");
  }
}

function withExecutor(executor: Executor) {
  return [controller(Calculations), beans(({ bind }) => void bind(Executor).toConstantValue(executor))];
}

Deno.test("X2 C415 C416 a callable runs on the configured executor", async () => {
  await using app = await startApp(schema, withExecutor(new LimitedExecutor(2)));
  assertEquals((await app.post("{ closure }")).body, { data: { closure: 7 } });
});

Deno.test("X2 C418 a callable runs on the executor, too, when a parameter was waited for", async () => {
  const tenant = param.context("tenant", t.string);
  class Shop {
    readonly name = "shop";
  }
  class Waiting {
    @QueryMapping({ params: [tenant], returns: t.string })
    one(value: string): () => string {
      return () => `one ${value}`;
    }
    @QueryMapping({ params: [tenant, param.locale()], returns: t.string })
    two(value: string): () => string {
      return () => `two ${value}`;
    }
    @QueryMapping({ params: [tenant, param.environment()], returns: t.object(() => Shop) })
    shop(): () => Shop {
      return () => new Shop();
    }
    @BatchMapping({ source: () => Shop, params: [tenant], returns: t.string })
    owner(shops: readonly Shop[], value: string): () => string[] {
      return () => shops.map(({ name }) => `${value}'s ${name}`);
    }
  }
  const later = beans(({ bind }) => {
    bind(Executor).toConstantValue(new LimitedExecutor(2));
    bind(WebGraphQlInterceptor).toConstantValue({
      intercept: (request, next) => {
        request.graphQlContext.put("tenant", Promise.resolve("acme"));
        return next(request);
      },
    });
  });
  const types = "type Query { one: String two: String shop: Shop } type Shop { owner: String }";
  await using app = await startApp(types, [controller(Waiting), later]);
  assertEquals((await app.post("{ one two shop { owner } }")).body, {
    data: { one: "one acme", two: "two acme", shop: { owner: "acme's shop" } },
  });
});

Deno.test("X2 a callable without an executor is an error that names the method", async () => {
  await using app = await startApp(schema, [controller(Calculations)]);
  await app.post("{ closure }");
  const unresolved = app.logged.find((record) => record.level === "ERROR")!;
  assertEquals(
    (unresolved.fields["error"] as Error).message,
    "Controller method has Callable return value or invokeAsync=true, but Executor not provided: " +
      "Calculations#closure[0 args]",
  );
});

Deno.test("X2 worker tasks run on threads, a plain closure given to them is a clear error", async () => {
  await using app = await startApp(schema, withExecutor(new WorkerExecutor(1)));
  assertEquals((await app.post("{ task }")).body, { data: { task: 499500 } });
  await app.post("{ closure failing }");
  const messages = app.logged.filter((record) => record.level === "ERROR").map(({ fields }) => String(fields["error"]));
  assertEquals(messages.toSorted(), [
    "RangeError: no such sum",
    "TypeError: Cannot run a function on another thread as it must be a workerTask(moduleUrl, export, args): " +
    "functions can't be sent to a worker",
  ]);
});

Deno.test("X2 E7 a computation that never ends is stopped by the timeout, and the next task gets a thread", async () => {
  await using app = await startApp(schema, [
    ...withExecutor(new WorkerExecutor(1)),
    beans(({ bind }) => void bind(WebGraphQlInterceptor).toConstantValue(new TimeoutWebGraphQlInterceptor(300))),
  ]);
  assertEquals((await app.post("{ endless }")).status, 408);
  assertEquals((await app.post("{ task }")).body, { data: { task: 499500 } });
});

Deno.test("X2 a limited executor keeps the limit, the order and the context of who asked", async () => {
  const name = new AsyncLocalAccessor<string>("name");
  const executor = new LimitedExecutor(2);
  let running = 0;
  let most = 0;
  const begun: (string | undefined)[] = [];
  const task = async () => {
    begun.push(name.getValue());
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
    return name.getValue();
  };
  const results = ["a", "b", "c", "d"].map((value) => name.run(value, () => executor.execute(task, never)));
  assertEquals(await Promise.all(results), ["a", "b", "c", "d"]);
  assertEquals([begun, most], [["a", "b", "c", "d"], 2]);
});

Deno.test("X2 nobody slips in between a callable that ends and the one that waits for its room", async () => {
  const executor = new LimitedExecutor(1);
  const first = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const callable = (end: Promise<void>) => async () => {
    most = Math.max(most, ++running);
    await end;
    running--;
  };
  const all = [executor.execute(callable(first.promise), never), executor.execute(callable(Promise.resolve()), never)];
  first.resolve();
  // One comes in each of the microtasks in which the room changes hands.
  for (let i = 0; i < 20; i++) {
    await undefined;
    all.push(executor.execute(callable(Promise.resolve()), never));
  }
  await Promise.all(all);
  assertEquals([running, most], [0, 1]);
});

Deno.test("X2 a task that still waits when the request is cancelled is not begun", async () => {
  const executor = new LimitedExecutor(1);
  const gate = Promise.withResolvers<void>();
  const first = executor.execute(() => gate.promise, never);
  const cancellation = new AbortController();
  let wasBegun = false;
  const second = executor.execute(() => void (wasBegun = true), cancellation.signal);
  cancellation.abort(new Error("left"));
  await assertRejects(() => second, Error, "left");
  gate.resolve();
  await first;
  assertEquals(wasBegun, false);
});

Deno.test("X2 limits that are no limits, tasks for the wrong executor and unknown exports are told", async () => {
  await assertRejects(
    () => new LimitedExecutor(1).execute(workerTask(sums, "sumBelow"), never),
    TypeError,
    "WorkerExecutor",
  );
  await assertRejects(() => Promise.resolve().then(() => new LimitedExecutor(0)), RangeError, "integer >= 1");
  using workers = new WorkerExecutor(1);
  const error = await assertRejects(() => workers.execute(workerTask(sums, "nothing"), never), Error);
  assertEquals(error.message, `Cannot run "nothing" as it must be a function that "${sums}" exports`);
});
