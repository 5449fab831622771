import type { GraphQLError } from "../../../../deps.ts";
import { ResultBudgetExceededError } from "../../../kernel/mod.ts";
import { budgetError } from "../exhausted_result.ts";
import { IncrementalErrorMerger, type PartialResult } from "./incremental_error_merger.ts";
import type { ReferenceRequest } from "./reference_request.ts";

/** The maximum number of pending results for which an exceeded limit is reported. */
const maxFailedParts = 100;

const done: IteratorResult<PartialResult> = { done: true, value: undefined };

/**
 * Completes the subsequent results of an operation: adds errors and extensions of fetchers, counts bytes, and ends with
 * an error when the operation exceeds a limit.
 *
 * Not a generator: `return()` of a generator that has not started, or is awaiting, would not close the source.
 */
export class PartsCompletion implements AsyncIterableIterator<PartialResult> {
  readonly #parts: AsyncGenerator<PartialResult>;
  readonly #request: ReferenceRequest;
  readonly #merger: IncrementalErrorMerger;
  /** The ids of announced results that have not completed. */
  readonly #pending = new Set<string>();
  #isLegacy = true;
  #isOver = false;

  /**
   * @param parts the subsequent results of graphql-js
   * @param request collects the errors and extensions that fetchers report
   */
  constructor(parts: AsyncGenerator<PartialResult>, request: ReferenceRequest) {
    this.#parts = parts;
    this.#request = request;
    this.#merger = new IncrementalErrorMerger(request);
  }

  /**
   * Completes the initial result.
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
    return this.#merger.initial(result);
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
      return this.#halted(this.#merger.part(found.value));
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

  /** With HALT the first error of a result ends the stream. */
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
      // The stream has ended already: it was aborted with the execution.
    }
  }
}
