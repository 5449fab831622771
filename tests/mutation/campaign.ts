import type { Area } from "./areas.ts";
import { equivalents } from "./equivalents.ts";
import { instrument, type InstrumentedSource } from "./instrument.ts";
import { changeOf, type Mutant } from "./mutant.ts";
import { refusedMutants } from "./refused_mutants.ts";
import { copyTree, type TreeCopy } from "./tree_copy.ts";
import type { TestFacts, WorkerMessage } from "./worker_protocol.ts";
import { WorkerEndedError, type WorkerOptions, WorkerProcess } from "./worker_process.ts";

/**
 * What became of a mutant: `refused` when the compiler finds it, `unreached` when no test runs its place, `equivalent`
 * when the list says so.
 */
export type Fate = "killed" | "timeout" | "survived" | "unreached" | "refused" | "equivalent";

/** A mutant, and what became of it. */
export interface Outcome {
  readonly mutant: Mutant;
  readonly fate: Fate;
  /** The test that failed, and how. */
  readonly killer?: string;
}

/** How an area is tried. */
export interface CampaignOptions {
  /** The root of the repository. */
  readonly root: string;
  /** Number of processes that try mutants at the same time. */
  readonly workers: number;
  /** Picks the mutants to try; all where it is absent. */
  readonly pick?: (mutants: readonly Mutant[]) => readonly Mutant[];
  /** Called after each mutant. */
  readonly onOutcome?: (outcome: Outcome, done: number, total: number) => void;
}

/** Milliseconds a worker has for loading all modules, on a busy machine too. */
const loadingMs = 120_000;

/** Milliseconds a test has beyond ten times what it takes without a mutant. */
const graceMs = 5_000;

/** Tries the mutants of one area. */
export class Campaign {
  readonly #area: Area;
  readonly #options: CampaignOptions;
  #sources: readonly string[] = [];
  #refused: ReadonlySet<number> = new Set();
  #tests: readonly TestFacts[] = [];
  #testsOf = new Map<number, number[]>();
  #atLoad = new Set<number>();
  readonly #kills = new Map<number, number>();

  /**
   * @param area what is mutated and tested
   * @param options how it is tried
   */
  constructor(area: Area, options: CampaignOptions) {
    this.#area = area;
    this.#options = options;
  }

  /**
   * Tries each mutant until a test fails.
   *
   * @returns the outcomes in the order of the source
   * @throws Error when a test fails without a mutant
   */
  async run(): Promise<Outcome[]> {
    const { root, workers, pick = (mutants) => mutants, onOutcome } = this.#options;
    await using copies = new AsyncDisposableStack();
    const copy = async () => copies.use(await copyTree(root));
    const trees = [await copy()];
    const chosen = pick(await mutantsOf(this.#area, trees[0]!));
    this.#refused = await refusedMutants(trees[0]!.root, chosen);
    this.#sources = await instrumentSources(this.#area, trees[0]!);
    await this.#survey(trees[0]!);
    while (trees.length < workers) {
      trees.push(await copy());
      await instrumentSources(this.#area, trees.at(-1)!);
    }
    const outcomes: Outcome[] = [];
    const queue = [...chosen];
    await Promise.all(trees.map(async (tree) => {
      await using worker = new MutantRunner({ root: tree.root, area: this.#area, sources: this.#sources });
      for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
        const outcome = await this.#outcomeOf(mutant, worker);
        outcomes.push(outcome);
        onOutcome?.(outcome, outcomes.length, chosen.length);
      }
    }));
    return outcomes.toSorted((a, b) => a.mutant.id - b.mutant.id);
  }

  async #survey(tree: TreeCopy): Promise<void> {
    await using worker = new MutantRunner({ root: tree.root, area: this.#area, sources: this.#sources });
    const { tests, atLoad } = await worker.survey();
    const failed = tests.filter(({ failure }) => failure !== undefined);
    if (failed.length > 0) {
      throw new Error(
        `Cannot mutate "${this.#area.name}" as all tests must pass without a mutant: ` +
          failed.map(({ name, failure }) => `"${name}" fails with ${failure}`).join("; "),
      );
    }
    this.#tests = tests;
    this.#atLoad = new Set(atLoad);
    for (const [index, { reached }] of tests.entries()) {
      for (const id of reached) this.#testsOf.set(id, [...this.#testsOf.get(id) ?? [], index]);
    }
  }

  async #outcomeOf(mutant: Mutant, worker: MutantRunner): Promise<Outcome> {
    if (this.#refused.has(mutant.id)) return { mutant, fate: "refused" };
    if (isEquivalent(mutant)) return { mutant, fate: "equivalent" };
    const isLoaded = this.#atLoad.has(mutant.id);
    const indexes = isLoaded ? [...this.#tests.keys()] : this.#testsOf.get(mutant.id) ?? [];
    if (indexes.length === 0) return { mutant, fate: "unreached" };
    const price = (index: number) => this.#tests[index]!.ms / (1 + (this.#kills.get(index) ?? 0));
    const plan = { tests: indexes.toSorted((a, b) => price(a) - price(b)), ms: this.#tests.map(({ ms }) => ms) };
    const first = isLoaded ? undefined : await worker.try(mutant.id, plan);
    // What runs once for a class or a schema is known to a used process: only a fresh one shows that a mutant survives.
    const result = first === undefined || first.fate === "survived"
      ? await worker.tryInFreshProcess(mutant.id, plan)
      : first;
    if (result.test === undefined) return { mutant, fate: result.fate };
    this.#kills.set(result.test, (this.#kills.get(result.test) ?? 0) + 1);
    return { mutant, fate: result.fate, killer: `${this.#tests[result.test]!.name}: ${result.failure ?? "timeout"}` };
  }
}

/** Returns the mutants of an area. */
export async function mutantsOf({ sources }: Area, { root }: Pick<TreeCopy, "root">): Promise<Mutant[]> {
  return (await instrumented(root, sources)).flatMap(({ mutants }) => mutants);
}

/** Writes the mutants into the sources of a copy, and returns their paths. */
async function instrumentSources({ sources }: Area, { root }: TreeCopy): Promise<string[]> {
  const files = await instrumented(root, sources);
  for (const { file, code } of files) await Deno.writeTextFile(`${root}/${file}`, code);
  return files.map(({ file }) => file);
}

async function instrumented(
  root: string,
  sources: readonly string[],
): Promise<({ readonly file: string } & InstrumentedSource)[]> {
  const files = (await Promise.all(sources.map((source) => filesIn(root, source)))).flat();
  let firstId = 1;
  return await Promise.all(files.map((file) => Deno.readTextFile(`${root}/${file}`))).then((texts) =>
    texts.map((text, at) => {
      const source = { file: files[at]!, ...instrument(files[at]!, text, firstId) };
      firstId += source.mutants.length;
      return source;
    })
  );
}

async function filesIn(root: string, path: string): Promise<string[]> {
  if ((await Deno.stat(`${root}/${path}`)).isFile) return [path];
  const files: string[] = [];
  for await (const { name, isFile } of Deno.readDir(`${root}/${path}`)) {
    if (isFile && name.endsWith(".ts")) files.push(`${path}/${name}`);
  }
  return files.sort();
}

function isEquivalent(mutant: Mutant): boolean {
  return equivalents.some(({ file, changes }) =>
    file === mutant.file && changes[mutant.lineText]?.includes(changeOf(mutant)) === true
  );
}

interface Plan {
  readonly tests: readonly number[];
  /** Milliseconds that each test takes without a mutant. */
  readonly ms: readonly number[];
}

interface Result {
  readonly fate: "killed" | "timeout" | "survived";
  readonly test?: number;
  readonly failure?: string;
}

/** Tries mutants in a worker process, and starts another one where a mutant has spoiled it. */
class MutantRunner implements AsyncDisposable {
  readonly #options: WorkerOptions;
  #worker: WorkerProcess | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  async survey(): Promise<Extract<WorkerMessage, { kind: "surveyed" }>> {
    const worker = await this.#ready();
    await worker.send({ kind: "survey" });
    for (;;) {
      const message = await worker.next(loadingMs);
      if (message.kind === "surveyed") return message;
    }
  }

  async try(mutant: number, plan: Plan, isSecondTry = false): Promise<Result> {
    const worker = await this.#ready();
    const result = await resultOf(worker, mutant, plan);
    if (result.isHealthy) return result;
    await this[Symbol.asyncDispose]();
    // What an earlier mutant left behind may be what failed: a fresh process decides.
    return result.fate === "timeout" || isSecondTry ? result : await this.try(mutant, plan, true);
  }

  /** Tries a mutant in a process of its own, which has it from its start. */
  async tryInFreshProcess(mutant: number, plan: Plan): Promise<Result> {
    await using worker = new WorkerProcess({ ...this.#options, active: mutant });
    try {
      await worker.next(loadingMs);
    } catch (error) {
      if (error instanceof WorkerEndedError) return { fate: error.isTimeout ? "timeout" : "killed" };
      throw error;
    }
    return await resultOf(worker, mutant, plan);
  }

  async #ready(): Promise<WorkerProcess> {
    if (this.#worker !== undefined) return this.#worker;
    this.#worker = new WorkerProcess(this.#options);
    await this.#worker.next(loadingMs);
    return this.#worker;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.[Symbol.asyncDispose]();
  }
}

async function resultOf(worker: WorkerProcess, mutant: number, plan: Plan): Promise<Result & { isHealthy: boolean }> {
  await worker.send({ kind: "try", mutant, tests: plan.tests });
  let test: number | undefined;
  try {
    for (;;) {
      const message = await worker.next(graceMs + 10 * (test === undefined ? 0 : plan.ms[test]!));
      if (message.kind === "begun") test = message.test;
      if (message.kind === "survived") return { fate: "survived", isHealthy: true };
      if (message.kind === "killed") return { ...message, fate: "killed" };
    }
  } catch (error) {
    if (!(error instanceof WorkerEndedError)) throw error;
    const fate = error.isTimeout ? "timeout" : "killed";
    return { fate, isHealthy: false, ...(test === undefined ? {} : { test }) };
  }
}
