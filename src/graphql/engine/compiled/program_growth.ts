import { BatchQueue } from "./complete/batch_queue.ts";
import { completeFetched, interpretSelection } from "./complete/interpret.ts";
import { generate } from "./generate/generate.ts";
import type { GenerationBudget } from "./generation_budget.ts";
import type { GeneratedCode } from "./generated_code.ts";
import type { VariantPlan } from "./plan/variant_plan.ts";
import type { Execution } from "./run/execution.ts";
import { type Interpreter, Program } from "./run/program.ts";

/** The number of uses before code is generated: generation costs more than interpreting twice. */
const usesBeforeGeneration = 3;

/** The maximum number of generations per plan, which grows when data reaches selections for the first time. */
const maxGenerations = 4;

const interpreter: Interpreter<Execution> = {
  selection: interpretSelection,
  completeFetched,
  batches: (x) => new BatchQueue(x),
};

/** The services of code generation that all operations of a strategy share. */
export interface GenerationServices {
  /** Limits the rate of generation. */
  readonly budget: GenerationBudget;
  /** Called with generated code. */
  readonly onGeneratedCode?: ((code: GeneratedCode) => void) | undefined;
}

/** The program of a plan, for which code is generated when it is used often. */
export class ProgramGrowth {
  readonly #program: Program<Execution>;
  /** The number of uses since the plan last grew. */
  #uses = 0;
  /** The number of selections with generated code. */
  #covered = 0;
  #generations = 0;

  /** @param plan the plan */
  constructor(plan: VariantPlan) {
    this.#program = new Program(plan, interpreter);
  }

  /** Counts a use; from the third on, generates code for the planned selections if the budget permits. */
  use(services: GenerationServices): Program<Execution> {
    const { plan } = this.#program;
    if (plan.selections > this.#covered && ++this.#uses >= usesBeforeGeneration) this.#generate(services);
    return this.#program;
  }

  #generate({ budget, onGeneratedCode }: GenerationServices): void {
    if (this.#generations >= maxGenerations || !budget.tryAcquire()) return;
    const { plan } = this.#program;
    const text = generate(this.#program);
    this.#generations = text === undefined ? maxGenerations : this.#generations + 1;
    this.#covered = plan.selections;
    this.#uses = 0;
    if (text !== undefined) onGeneratedCode?.({ operation: plan.source.operation, text });
  }
}
