/**
 * Runs tests within one process, again and again with another mutant switched on. `mutation_process.ts` starts it in a
 * copy of the tree, sends commands as lines of JSON to its standard input, and reads lines that begin with a mark.
 */
import { answerMark, type Command, type TestFacts, type WorkerMessage } from "./worker_protocol.ts";

interface Registered {
  readonly name: string;
  readonly fn: Deno.TestDefinition["fn"];
}

const tests: Registered[] = [];
const reached = new Set<number>();
const isLoadedWithMutant = Deno.env.has("ACTIVE_MUTANT");
let active = Number(Deno.env.get("ACTIVE_MUTANT") ?? 0);
/** Errors that no test handled. */
const strays: unknown[] = [];

Object.assign(globalThis, {
  $mutant: (id: number): boolean => {
    reached.add(id);
    return id === active;
  },
});
Object.assign(Deno, { test: register });
for (const kind of ["unhandledrejection", "error"] as const) {
  globalThis.addEventListener(kind, (event) => {
    event.preventDefault();
    strays.push(kind === "error" ? (event as ErrorEvent).error : (event as PromiseRejectionEvent).reason);
  });
}

function register(...parts: readonly unknown[]): void {
  const options = (parts.find((part) => typeof part === "object") ?? {}) as Partial<Deno.TestDefinition>;
  const fn = (parts.findLast((part) => typeof part === "function") ?? options.fn) as Deno.TestDefinition["fn"];
  const name = parts.find((part) => typeof part === "string") ?? options.name ?? fn.name;
  if (options.ignore !== true) tests.push({ name: String(name), fn });
}

async function runTest({ name, fn }: Registered): Promise<void> {
  strays.length = 0;
  const failures: Error[] = [];
  const contextOf = (label: string): Deno.TestContext => {
    const context = {
      name: label,
      origin: import.meta.url,
      step: async (...parts: readonly unknown[]): Promise<boolean> => {
        const options = (parts[0] ?? {}) as Partial<Deno.TestStepDefinition>;
        const step = (parts.findLast((part) => typeof part === "function") ?? options.fn) as Deno.TestDefinition["fn"];
        if (options.ignore === true) return true;
        try {
          await step(contextOf(String(options.name ?? parts[0])));
          return true;
        } catch (error) {
          failures.push(error as Error);
          return false;
        }
      },
    };
    return context as Deno.TestContext;
  };
  await fn(contextOf(name));
  // Rejections that nobody handles are reported in a later turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 0));
  const [failure] = [...failures, ...strays.map((stray) => new Error("Unhandled", { cause: stray }))];
  if (failure !== undefined) throw failure;
}

async function failureOf(test: Registered): Promise<string | undefined> {
  try {
    await runTest(test);
    return undefined;
  } catch (error) {
    return String(error).split("\n")[0]!.slice(0, 200);
  }
}

function send(message: WorkerMessage): void {
  const bytes = new TextEncoder().encode(`\n${answerMark}${JSON.stringify(message)}\n`);
  for (let sent = 0; sent < bytes.length;) sent += Deno.stdout.writeSync(bytes.subarray(sent));
}

/** Runs every test without a mutant, and tells what each takes and reaches. */
async function survey(): Promise<void> {
  const atLoad = [...reached];
  const facts: TestFacts[] = [];
  for (const [index, test] of tests.entries()) {
    send({ kind: "begun", test: index });
    reached.clear();
    const start = performance.now();
    const failure = await failureOf(test) && await failureOf(test);
    const ms = performance.now() - start;
    facts.push({ name: test.name, ms, reached: [...reached], ...(failure === undefined ? {} : { failure }) });
  }
  send({ kind: "surveyed", atLoad, tests: facts });
}

/**
 * Runs tests with a mutant until one fails. That it fails once more with the mutant, and not without it, keeps tests
 * that fail by chance from counting.
 */
async function tryMutant(mutant: number, indexes: readonly number[]): Promise<void> {
  const failureWith = async (index: number, id: number) => {
    send({ kind: "begun", test: index });
    active = id;
    return await failureOf(tests[index]!);
  };
  for (const index of indexes) {
    const failure = await failureWith(index, mutant);
    if (failure === undefined) continue;
    const isHealthy = isLoadedWithMutant || await failureWith(index, 0) === undefined;
    if (isHealthy && await failureWith(index, mutant) === undefined) continue;
    active = 0;
    send({ kind: "killed", test: index, failure, isHealthy });
    return;
  }
  active = 0;
  send({ kind: "survived" });
}

// The sources come first: what they do while they are loaded is done before the first test, even where a test loads them.
for (const file of Deno.args) await import(new URL(`../../${file}`, import.meta.url).href);
send({ kind: "loaded" });
let rest = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop()!;
  for (const line of lines) {
    const command = JSON.parse(line) as Command;
    if (command.kind === "survey") await survey();
    else await tryMutant(command.mutant, command.tests);
  }
}
Deno.exit();
