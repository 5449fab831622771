import ts from "typescript";
import { assertEquals } from "@std/assert";
import { filesBelow } from "./security/files_below.ts";

/**
 * Files that wait for a fixed time outside of a loop, how often, and why. A test that waits for something asks for it in
 * a loop, or gets a promise of it: a fixed time is too short on a busy machine, and too long on all others.
 */
const allowed: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  "app/stopping_service.ts": [1, "ends later than what is measured"],
  "app/unread_responses_test.ts": [1, "reads nothing for longer than the limit; reading would be what is not tested"],
  "authentication/jwt_test.ts": [1, "the cool-down of the keys passes"],
  "boundaries/service_boundaries_test.ts": [1, "a slow function under test"],
  "data/faults_test.ts": [1, "a transaction that is idle for longer than PostgreSQL allows"],
  "data/sqlite_lock_test.ts": [1, "holds the lock for the time that a test names"],
  "events/burst_test.ts": [2, "slow listeners, one of them slower than a lease"],
  "events/scheduled_test.ts": [1, "a slow function under test"],
  "graphql/controllers/executors_test.ts": [1, "a slow function under test"],
  "graphql/engine/on_error_test.ts": [1, "nothing may be called any more, which no event tells"],
  "graphql/execution/exceptions_test.ts": [1, "resolvers of different speed under test"],
  "graphql/interception/interceptors_test.ts": [1, "a slow function under test"],
  "graphql/transport/drain_test.ts": [1, "a slow function under test"],
  "graphql/transport/incremental_test.ts": [1, "a slow function under test"],
  "graphql/transport/real_clients_test.ts": [1, "the request is under way before the gate opens, which no event tells"],
  "graphql/transport/sse_test.ts": [1, "a slow function under test, which ends early where the client leaves"],
  "services/cluster/cluster_test.ts": [1, "how long the network is divided"],
  "services/events/crash_test.ts": [1, "kills at a random moment"],
  "services/graphql/response_cache_redis_test.ts": [1, "a turn of the event loop within a loop of the caller"],
  "services/security/redis_budget_test.ts": [1, "a turn within a loop of the caller"],
  "services/security/token_expiry_test.ts": [1, "a token ends, whose time is in seconds"],
  "services/server/plain_service.ts": [1, "answers after the time that the request names"],
  "services/server/several_processes.ts": [2, "a process that hangs, and a slow function under test"],
  "services/subscriptions/broker_faults_test.ts": [1, "the broker is away for longer than a request waits"],
};

/** Counts where a source awaits a promise that a timer of some milliseconds resolves, outside of loops. */
function fixedWaits(file: string, text: string): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isAwaitExpression(node) && isTimerPromise(node.expression) && !isInLoop(node)) count++;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return count;
}

function isTimerPromise(node: ts.Expression): boolean {
  if (!ts.isNewExpression(node) || node.expression.getText() !== "Promise") return false;
  const delay = /setTimeout\(\w+,\s*([^)]*)\)/.exec(node.getText())?.[1]?.trim();
  return delay !== undefined && delay !== "" && delay !== "0";
}

function isInLoop(node: ts.Node): boolean {
  for (let each = node.parent; !ts.isFunctionLike(each) && !ts.isSourceFile(each); each = each.parent) {
    if (ts.isWhileStatement(each) || ts.isDoStatement(each) || ts.isForStatement(each)) return true;
  }
  return false;
}

Deno.test("no test waits for a fixed time, but for reasons that are written down", async () => {
  const root = new URL(".", import.meta.url).pathname.replace(/\/$/, "");
  const found: Record<string, number> = {};
  for await (const file of filesBelow(root)) {
    const path = file.slice(root.length + 1);
    if (path.startsWith("bench/") || !path.endsWith(".ts")) continue;
    const count = fixedWaits(path, await Deno.readTextFile(file));
    if (count > 0) found[path] = count;
  }
  assertEquals(found, Object.fromEntries(Object.entries(allowed).map(([path, [count]]) => [path, count])));
});

Deno.test("a fixed wait is told from a loop that asks, and from a turn of the event loop", () => {
  const cases: readonly (readonly [string, number])[] = [
    ["async () => { await new Promise((resolve) => setTimeout(resolve, 50)); }", 1],
    ["async () => { await new Promise<void>((done) => void setTimeout(done, ms)); }", 1],
    ["async () => { while (!isDone) await new Promise((resolve) => setTimeout(resolve, 5)); }", 0],
    ["async () => { await new Promise((resolve) => setTimeout(resolve)); }", 0],
    ["async () => { await new Promise((resolve) => setTimeout(resolve, 0)); }", 0],
    ["async () => { while (a) { run(async () => await new Promise((resolve) => setTimeout(resolve, 5))); } }", 1],
  ];
  for (const [code, count] of cases) assertEquals([code, fixedWaits("a.ts", code)], [code, count]);
});
