import type { GraphQLError } from "../../../../deps.ts";
import { ResultBudgetExceededError } from "../../../kernel/mod.ts";
import { budgetError } from "../exhausted_result.ts";
import { BesideParts, type PartialResult } from "./beside_parts.ts";
import type { ReferenceRequest } from "./reference_request.ts";

/** Maximum number of deferred parts that are told, each, that a limit was exceeded. */
const maxFailedParts = 100;

const done: IteratorResult<PartialResult> = { done: true, value: undefined };

/**
 * Completes the parts of an operation that defers: adds what fetchers reported, counts their bytes, and ends them with
 * the limit that the operation exceeded.
 *
 * No generator: one that was not begun, or waits, would not hand on that its reader left.
 */
export class PartsCompletion implements AsyncIterableIterator<PartialResult> {
  readonly #parts: AsyncGenerator<PartialResult>;
  readonly #request: ReferenceRequest;
  readonly #beside: BesideParts;
  /** Parts that were announced and have not come. */
  readonly #pending = new Set<string>();
  #isLegacy = true;
  #isOver = false;

  /**
   * @param parts as graphql-js gives them
   * @param request takes what fetchers report
   */
  constructor(parts: AsyncGenerator<PartialResult>, request: ReferenceRequest) {
    this.#parts = parts;
    this.#request = request;
    this.#beside = new BesideParts(request);
  }

  /**
   * Completes the first result.
   *
   * @throws ResultBudgetExceededError when it is too large
   */
  initial(result: PartialResult): PartialResult {
    this.#isLegacy = result.pending === undefined;
    this.#note(result);
    try {
      this.#count(result);
    } catch (error) {
      void this.#close();
      throw error;
    }
    return this.#beside.initial(result);
  }

  async next(): Promise<IteratorResult<PartialResult>> {
    if (this.#isOver) return done;
    try {
      const found = await this.#parts.next();
      const exceeded = this.#request.budget?.exceeded;
      if (exceeded !== undefined) throw exceeded;
      if (found.done) return found;
      this.#count(found.value);
      this.#note(found.value);
      return this.#halted(this.#beside.part(found.value));
    } catch (error) {
      const exceeded = this.#request.budget?.exceeded;
      if (exceeded === undefined) throw error;
      return this.#lastPart(budgetError(exceeded, this.#request.isMutation));
    }
  }

  return(value?: unknown): Promise<IteratorResult<PartialResult>> {
    return this.#parts.return(value);
  }

  throw(error: unknown): Promise<IteratorResult<PartialResult>> {
    return this.#parts.throw(error);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.return(undefined);
  }

  #note({ pending = [], completed = [] }: PartialResult): void {
    for (const { id } of pending) this.#pending.add(id);
    for (const { id } of completed) if (id !== undefined) this.#pending.delete(id);
  }

  #count(part: PartialResult): void {
    const { budget } = this.#request;
    try {
      budget?.measure(part);
    } catch (error) {
      if (error instanceof ResultBudgetExceededError) this.#request.exhaust(error);
      throw error;
    }
  }

  /** With HALT the first error of a part ends all parts. */
  #halted(part: PartialResult): IteratorResult<PartialResult> {
    if (this.#request.onError !== "HALT") return { done: false, value: part };
    const pieces = [part, ...part.incremental ?? [], ...part.completed ?? []];
    const [error] = pieces.flatMap(({ errors = [] }) => errors);
    if (error === undefined) return { done: false, value: part };
    for (const { id } of part.completed ?? []) if (id !== undefined) this.#pending.add(id);
    return this.#lastPart(error);
  }

  #lastPart(error: GraphQLError): IteratorResult<PartialResult> {
    this.#isOver = true;
    void this.#close();
    const errors = [error];
    if (this.#isLegacy) {
      return { done: false, value: { incremental: [{ path: [], data: null, errors }], hasNext: false } };
    }
    const completed = [...this.#pending].slice(0, maxFailedParts).map((id) => ({ id, errors }));
    return { done: false, value: { completed, hasNext: false } };
  }

  async #close(): Promise<void> {
    try {
      await this.#parts.return(undefined);
    } catch {
      // The parts are over: they were aborted with the execution.
    }
  }
}
