import type { OperationDefinitionNode } from "../../../../deps.ts";

/** Code that was generated for an operation. */
export interface GeneratedCode {
  /** The operation. */
  readonly operation: OperationDefinitionNode;
  /**
   * The body of a function that receives the engine's helpers and the plans, and returns the functions of the plans.
   */
  readonly text: string;
}
