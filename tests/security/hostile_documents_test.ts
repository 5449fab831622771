import process from "node:process";
import { assert, assertEquals } from "@std/assert";
import { type DocumentNode, parse, type SelectionSetNode } from "graphql";
import type { Application, EspalierPropertiesInput } from "@espalier/espalier";
import {
  type WebGraphQlChain,
  type WebGraphQlInterceptor,
  type WebGraphQlRequest,
  type WebGraphQlResponse,
} from "@espalier/espalier/graphql";
import { graphQlApp, post } from "../graphql/transport/graphql_app.ts";
import { times } from "../long.ts";
import { HostileData, hostileSchema } from "./hostile_schema.ts";
import { type HostileRequest, HostileWriter } from "./hostile_documents.ts";
import { isWithin } from "./processor_time.ts";
import { Random } from "./random.ts";

/** Most processor time of a request, in milliseconds. */
const maxTime = 250;
const maxBytes = 16 * 1_048_576;
/** Most characters of the errors of a response, with the one that says what was left out. */
const maxErrorCharacters = 80_000;
/** `graphql.maxResultValues`, and the longest list: it is counted when it has been fetched. */
const maxFetched = 200_000 + 10_000;

interface Outcome {
  readonly text: string;
  /** Processor time, in milliseconds. */
  readonly time: number;
  /** Objects that the data fetchers made. */
  readonly fetched: number;
}

/** A service that is attacked, and one beside it that tells what operations cost. */
class Subject implements AsyncDisposable {
  readonly #data: HostileData;
  readonly #app: Application;
  readonly #meter: Application;

  private constructor(data: HostileData, app: Application, meter: Application) {
    this.#data = data;
    this.#app = app;
    this.#meter = meter;
  }

  /** With the production preset, or with weaker properties. */
  static async start(
    graphql: EspalierPropertiesInput["graphql"] = {},
    interceptors: readonly WebGraphQlInterceptor[] = [],
  ): Promise<Subject> {
    const data = new HostileData();
    const options = { schema: hostileSchema, wiring: data.wiring };
    const app = await graphQlApp({ ...options, interceptors, properties: { preset: "production", graphql } });
    const meter = await graphQlApp({ ...options, properties: { graphql: { ...graphql, maxCost: 1, maxPageSize: 0 } } });
    return new Subject(data, app, meter);
  }

  async send(request: HostileRequest): Promise<Outcome> {
    this.#data.fetched = 0;
    const body = JSON.stringify(request);
    const before = process.threadCpuUsage();
    const text = await (await this.#app.fetch(post(body))).text();
    const { user, system } = process.threadCpuUsage(before);
    return { text, time: (user + system) / 1_000, fetched: this.#data.fetched };
  }

  /** The cost that the limiter counts; `undefined` where the operation is refused for other reasons. */
  async cost(request: HostileRequest): Promise<number | undefined> {
    const { errors } = await (await this.#meter.fetch(post(request))).json() as { errors?: { message: string }[] };
    const found = /its cost must be <= 1: current value is (\S+)$/.exec(errors?.[0]?.message ?? "");
    return found === null ? undefined : Number(found[1]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#app[Symbol.asyncDispose]();
    await this.#meter[Symbol.asyncDispose]();
  }
}

interface Findings {
  /** What the request did that none may do. */
  readonly found: readonly string[];
  readonly isExecuted: boolean;
}

/** Sends a request and looks at what it costs. */
async function violationsOf(subject: Subject, request: HostileRequest): Promise<Findings> {
  const first = await subject.send(request);
  const found: string[] = [];
  let { time } = first;
  // The first time code is also compiled; of several times the least tells what the input costs.
  for (let round = 0; round < 4 && time > maxTime; round++) time = Math.min(time, (await subject.send(request)).time);
  if (!isWithin(time, maxTime)) found.push(`takes ${time} ms of processor time`);
  if (first.text.length > maxBytes) found.push(`answers with ${first.text.length} characters`);
  const { errors = [] } = JSON.parse(first.text);
  const characters = JSON.stringify(errors).length;
  if (characters > maxErrorCharacters) found.push(`has ${characters} characters of errors`);
  if (errors.some(({ message }: { message: string }) => message.startsWith("INTERNAL_ERROR"))) found.push("fails");
  if (first.fetched > 0) {
    const cost = await subject.cost(request);
    const isSized = !/\b(all|forest|followers|children|tagged)\b/.test(request.query);
    if (isSized && cost !== undefined && first.fetched > cost) found.push(`fetches ${first.fetched} at cost ${cost}`);
    if (first.fetched > maxFetched) found.push(`fetches ${first.fetched}`);
  }
  return { found, isExecuted: first.fetched > 0 };
}

interface Summary {
  readonly violations: string[];
  /** Requests for which data was fetched. */
  executed: number;
}

/** Sends requests until so many violations are found. */
async function attack(subject: Subject, requests: Iterable<HostileRequest>, most = 10): Promise<Summary> {
  const summary: Summary = { violations: [], executed: 0 };
  for (const request of requests) {
    const { found, isExecuted } = await violationsOf(subject, request);
    if (isExecuted) summary.executed++;
    for (const violation of found) summary.violations.push(`${violation}: ${JSON.stringify(request).slice(0, 1_500)}`);
    if (summary.violations.length >= most) break;
  }
  return summary;
}

function* requests(seed: number, count: number): Generator<HostileRequest> {
  const writer = new HostileWriter(new Random(seed));
  for (let i = 0; i < count; i++) yield writer.next();
}

Deno.test("G1.1 no hostile document costs more than its limits", async () => {
  await using subject = await Subject.start();
  const count = times(200, 10_000);
  const { violations, executed } = await attack(subject, requests(1, count));
  assertEquals(violations, []);
  assert(executed > 0.15 * count && executed < 0.85 * count, `${executed} of ${count} were executed`);
});

Deno.test("G1.1 hostile documents find page sizes that count less than is read", async () => {
  await using subject = await Subject.start({ assumedPageSize: 1, assumedListSize: 1 });
  const { violations } = await attack(subject, requests(1, 500), 1);
  assert(violations[0]?.includes(" at cost "), violations[0]);
});

Deno.test("G1.1 hostile documents find errors without limits", async () => {
  await using subject = await Subject.start({ maxErrors: 0, maxErrorCharacters: 0, maxErrorMessageLength: 0 });
  const { violations } = await attack(subject, requests(1, 500), 1);
  assert(violations[0]?.includes("characters of errors"), violations[0]);
});

Deno.test("G1.1 hostile documents find a plan that takes exponential time", async () => {
  await using subject = await Subject.start({}, [new PlanPerSpread()]);
  const { violations } = await attack(subject, requests(1, 500), 1);
  assert(violations[0]?.includes("ms of processor time"), violations[0]);
});

/** Plans each fragment at each of its spreads, as a limiter might; gives up after three times the time that is allowed. */
class PlanPerSpread implements WebGraphQlInterceptor {
  intercept(
    request: WebGraphQlRequest,
    next: WebGraphQlChain,
  ): Promise<WebGraphQlResponse> | WebGraphQlResponse {
    try {
      new SpreadWalk(parse(request.document, { maxLexicalTokens: 15_000 }));
    } catch {
      // The engine says what is wrong.
    }
    return next(request);
  }
}

class SpreadWalk {
  readonly #fragments = new Map<string, SelectionSetNode>();
  readonly #start = process.threadCpuUsage();
  #steps = 0;
  #isOver = false;

  constructor({ definitions }: DocumentNode) {
    for (const node of definitions) {
      if (node.kind === "FragmentDefinition") this.#fragments.set(node.name.value, node.selectionSet);
    }
    for (const node of definitions) if (node.kind === "OperationDefinition") this.#walk(node.selectionSet, 0);
  }

  #walk({ selections }: SelectionSetNode, depth: number): void {
    for (const node of selections) {
      if (++this.#steps % 100_000 === 0) this.#isOver = process.threadCpuUsage(this.#start).user > 3_000 * maxTime;
      if (depth > 50 || this.#isOver) return;
      const set = node.kind === "FragmentSpread" ? this.#fragments.get(node.name.value) : node.selectionSet;
      if (set !== undefined) this.#walk(set, depth + 1);
    }
  }
}
