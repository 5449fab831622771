import { type ExecutionResult, OperationTypeNode } from "../../../../deps.ts";
import type { MaybePromise } from "../../../kernel/mod.ts";
import type { Execution } from "./run/execution.ts";
import { type Container, put } from "./run/position.ts";
import { runField } from "./complete/interpret.ts";

/**
 * Runs an operation on its root value.
 *
 * @param x the execution, not started
 */
export function runOperation(x: Execution): MaybePromise<ExecutionResult> {
  x.root.pending = 1;
  try {
    if (x.plan.source.operation.operation === OperationTypeNode.MUTATION) runSerially(x, {}, 0);
    else x.data = x.program.run(x, x.plan.root, x.rootValue, x.root);
    x.drain();
    x.order.isSynchronous = false;
    x.removePending(x.root);
  } catch (error) {
    x.order.isSynchronous = false;
    x.failRoot(error);
  }
  return x.result();
}

/**
 * Runs root fields serially: each starts when the previous one is complete. After a cancellation no further field runs.
 */
function runSerially(x: Execution, out: Container, from: number): void {
  x.data = x.root.content = out;
  const { fields } = x.plan.root;
  for (let i = from; i < fields.length; i++) {
    if (x.request.isCancelled) return;
    const field = fields[i]!;
    x.order.beginSerial(fields.length - 1 - i, from === 0);
    put(out, field.key, runField(x, field, x.rootValue, x.root));
    x.drain();
    if (x.root.pending > 1) {
      if (i + 1 < fields.length) x.continuation = () => resume(x, out, i + 1);
      return;
    }
  }
}

function resume(x: Execution, out: Container, from: number): void {
  x.root.pending = 1;
  try {
    runSerially(x, out, from);
    x.removePending(x.root);
  } catch (error) {
    if (x.endsWith(error)) return;
    x.order.serialThrew(() => x.failRoot(error));
  }
}
