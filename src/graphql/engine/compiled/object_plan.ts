import type { GraphQLObjectType } from "../../../../deps.ts";
import type { Execution } from "./execution.ts";
import type { FieldPlan } from "./field_plan.ts";
import type { Container, Position } from "./position.ts";
import { interpretSelection } from "./run_selection.ts";

/** Executes a selection on a source, at a place. */
export type SelectionRun = (x: Execution, source: unknown, position: Position) => Container;

/** A selection on an object type: its fields in the order of the response. */
export class ObjectPlan {
  readonly type: GraphQLObjectType;
  readonly fields: readonly FieldPlan[];
  /** Interprets the plan, until code was generated for it. */
  run: SelectionRun = (x, source, position) => interpretSelection(x, this, source, position);

  constructor(type: GraphQLObjectType, fields: readonly FieldPlan[]) {
    this.type = type;
    this.fields = fields;
  }
}
