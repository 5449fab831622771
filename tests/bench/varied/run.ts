/**
 * Executors on data that changes between requests, random variables, and schemas and queries that are generated per run:
 * `deno task bench:varied [--seed=N] [--schemas=N] [--rounds=N] [--jit]`.
 *
 * Every request has other rows and other variables. All answers are compared with graphql-js's, before and after the
 * measurement. Executors take turns in one process; a figure is the processor time of executing and serializing, as the
 * median over the rounds of the ratio to the compiled strategy. The worst schema counts.
 */
import process from "node:process";
import { assertEquals } from "@std/assert";
import { compiled, type Executor, type ExecutorFactory, graphQlJs } from "./executors.ts";
import { generateService, type Question, type Workload } from "./generated_service.ts";
import { installJit } from "./graphql_jit.ts";

const questionsPerWorkload = 64;
const requestsPerRound = 1_500;

function option(name: string, otherwise: number): number {
  const given = Deno.args.find((arg) => arg.startsWith(`--${name}=`));
  const value = given === undefined ? otherwise : Number(given.slice(name.length + 3));
  if (!Number.isInteger(value)) throw new TypeError(`Cannot read --${name} as it must be an integer: "${given}"`);
  return value;
}

async function run(seed: number, schemas: number, factories: Record<string, ExecutorFactory>): Promise<void> {
  const worst: Record<string, number> = {};
  for (let i = 0; i < schemas; i++) {
    const service = generateService(seed + i);
    for (const workload of service.workloads) {
      const ratios = await compare(workload, mapValues(factories, (factory) => factory(service, workload)));
      console.log(`seed ${seed + i} ${workload.name}: ${text(ratios)}`);
      for (const [name, ratio] of Object.entries(ratios)) {
        const key = `${workload.name} ${name}`;
        worst[key] = Math.min(worst[key] ?? Infinity, ratio);
      }
    }
  }
  console.log(`\nThe worst of ${schemas} schemas: ${text(worst)}`);
}

/** How many times the processor time of the compiled strategy the others take. */
async function compare(workload: Workload, executors: Record<string, Executor>): Promise<Record<string, number>> {
  const questions = workload.questions(questionsPerWorkload);
  await check(executors, questions);
  const times: Record<string, number[]> = mapValues(executors, () => []);
  const names = Object.keys(executors);
  for (let round = 0; round <= option("rounds", 7); round++) {
    const fresh = workload.questions(questionsPerWorkload);
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const time = await measure(executors[name]!, fresh);
      if (round > 0) times[name]!.push(time); // the first one warms up
    }
  }
  await check(executors, workload.questions(questionsPerWorkload));
  const others = Object.entries(times).filter(([name]) => name !== "compiled");
  return Object.fromEntries(
    others.map(([name, all]) => [name, median(all.map((time, i) => time / times.compiled![i]!))]),
  );
}

async function check(executors: Record<string, Executor>, questions: readonly Question[]): Promise<void> {
  for (const question of questions) {
    const expected = await executors["graphql-js"]!(question);
    for (const [name, executor] of Object.entries(executors)) {
      const answer = await executor(question);
      if (answer === expected) continue;
      // graphql-jit puts fields of fragments in another order; ours must answer to the letter.
      if (name === "compiled") throw new Error(`The compiled strategy answers ${answer} instead of ${expected}`);
      assertEquals(JSON.parse(answer), JSON.parse(expected));
    }
  }
}

async function measure(executor: Executor, questions: readonly Question[]): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < requestsPerRound; i++) {
    const answer = executor(questions[i % questions.length]!);
    if (typeof answer !== "string") await answer;
  }
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function mapValues<T, R>(record: Record<string, T>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function text(ratios: Record<string, number>): string {
  return Object.entries(ratios).map(([name, ratio]) => `${name} takes ${ratio.toFixed(2)} times ours`).join(", ");
}

const factories: Record<string, ExecutorFactory> = { compiled, "graphql-js": graphQlJs };
const folder = Deno.args.includes("--jit") ? await Deno.makeTempDir() : undefined;
try {
  if (folder !== undefined) factories["graphql-jit"] = await installJit(folder);
  await run(option("seed", Math.floor(Math.random() * 1e6)), option("schemas", 3), factories);
} finally {
  if (folder !== undefined) await Deno.remove(folder, { recursive: true });
}
