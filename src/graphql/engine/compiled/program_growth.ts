import { BatchQueue } from "./complete/batch_queue.ts";
import { completeFetched, interpretSelection } from "./complete/interpret.ts";
import { generate } from "./generate/generate.ts";
import type { GenerationBudget } from "./generation_budget.ts";
import type { GeneratedCode } from "./generated_code.ts";
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

/** What operations of a strategy share to generate code. */
export interface GenerationServices {
  /** Says when code may be generated. */
  readonly budget: GenerationBudget;
  /** Hears of generated code. */
  readonly onGeneratedCode?: ((code: GeneratedCode) => void) | undefined;
}

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
  use(services: GenerationServices): Program<Execution> {
    const { plan } = this.#program;
    if (plan.selections > this.#covered && ++this.#uses >= usesBeforeGeneration) this.#generate(services);
    return this.#program;
  }

  #generate({ budget, onGeneratedCode }: GenerationServices): void {
    if (this.#generations >= maxGenerations || !budget.take()) return;
    const { plan } = this.#program;
    const text = generate(this.#program);
    this.#generations = text === undefined ? maxGenerations : this.#generations + 1;
    this.#covered = plan.selections;
    this.#uses = 0;
    if (text !== undefined) onGeneratedCode?.({ operation: plan.source.operation, text });
  }
}
