import { BatchQueue } from "./complete/batch_queue.ts";
import { completeFetched, interpretSelection } from "./complete/interpret.ts";
import { generate } from "./generate/generate.ts";
import type { GenerationBudget } from "./generation_budget.ts";
import type { VariantPlan } from "./plan/variant_plan.ts";
import type { Execution } from "./run/execution.ts";
import { type Interpreter, Program } from "./run/program.ts";

/** Code is made on the third use: what comes once or twice is not worth it. */
const usesBeforeGeneration = 3;

/** A plan grows when data reaches selections for the first time; after so many times its code stays as it is. */
const maxGenerations = 4;

const interpreter: Interpreter<Execution> = {
  selection: interpretSelection,
  completeFetched,
  batches: (x) => new BatchQueue(x),
};

/** The program of a plan, which becomes generated code when it is used often. */
export class ProgramGrowth {
  readonly #program: Program<Execution>;
  /** The number of uses since the plan last grew. */
  #uses = 0;
  /** The number of selections that the generated code covers. */
  #covered = 0;
  #generations = 0;

  /** @param plan the plan */
  constructor(plan: VariantPlan) {
    this.#program = new Program(plan, interpreter);
  }

  /** Counts a use; from the third on, code is generated for what was planned, when the budget has room. */
  use(budget: GenerationBudget): Program<Execution> {
    const { plan } = this.#program;
    if (plan.selections > this.#covered && ++this.#uses >= usesBeforeGeneration) this.#generate(budget);
    return this.#program;
  }

  #generate(budget: GenerationBudget): void {
    if (this.#generations >= maxGenerations || !budget.take()) return;
    this.#generations = generate(this.#program) ? this.#generations + 1 : maxGenerations;
    this.#covered = this.#program.plan.selections;
    this.#uses = 0;
  }
}
