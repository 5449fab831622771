// Hot path: these functions run for every field of every response, so they take separate arguments instead of an
// object.
// deno-lint-ignore-file house-rules/parameter-count
import type { GraphQLResolveInfo } from "../../../../../deps.ts";
import {
  type FieldArguments,
  FieldEnvironment,
  type FieldEnvironmentParts,
  type RequestContext,
} from "../../../wiring/mod.ts";
import type { Execution } from "./execution.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import { fieldPosition, type Position } from "./position.ts";
import { pathOf, resolveInfoOf } from "./resolve_info.ts";

/** The environment of a field. */
export function environmentOf(
  x: Execution,
  field: FieldPlan,
  source: unknown,
  args: FieldArguments,
  prev: Position,
): FieldEnvironment {
  return new FieldEnvironment(new FieldCall(x, field, source, args, prev));
}

/** A call of a data fetcher, whose details are computed on demand. */
class FieldCall implements FieldEnvironmentParts {
  readonly source: unknown;
  readonly #x: Execution;
  readonly #field: FieldPlan;
  readonly #prev: Position;
  #arguments: FieldArguments | undefined;

  constructor(x: Execution, field: FieldPlan, source: unknown, args: FieldArguments | undefined, prev: Position) {
    this.source = source;
    this.#x = x;
    this.#field = field;
    this.#prev = prev;
    this.#arguments = args;
  }

  get arguments(): FieldArguments {
    return this.#arguments ??= this.#field.arguments(this.#x.variables);
  }

  get request(): RequestContext {
    return this.#x.request;
  }

  get info(): GraphQLResolveInfo {
    return resolveInfoOf(this.#x, this.#field, this.#prev);
  }

  get localContext(): unknown {
    return this.#prev.localContext;
  }
}

/** The call of a field in whose result an item failed. */
class ItemCall extends FieldCall {
  readonly #position: Position;

  constructor(x: Execution, position: Position) {
    // An item has a plan, and a field is never the root.
    super(x, position.value!.field, position.source, undefined, fieldPosition(position).prev!);
    this.#position = position;
  }

  override get info(): GraphQLResolveInfo {
    return { ...super.info, path: pathOf(this.#position)! }; // it is not the root
  }
}

/** The environment of a field or an item that failed, for the handler of its exception. */
export function environmentAt(x: Execution, position: Position): FieldEnvironment {
  if (typeof position.key === "number") return new FieldEnvironment(new ItemCall(x, position));
  const call = new FieldCall(x, position.value!.field, position.source, undefined, position.prev!); // a field's
  return new FieldEnvironment(call);
}
