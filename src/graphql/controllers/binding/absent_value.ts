import type { AnyDescriptor } from "../../../kernel/mod.ts";
import { ArgumentValue } from "./argument_value.ts";
import { isArgumentValue } from "./argument_value_of.ts";

/**
 * Returns the value for an absent input, so that it has the type of the descriptor.
 *
 * @param descriptor describes the value when there is one
 * @param given `null` as the client gave it, `undefined` when it was omitted
 */
export function absentValue(descriptor: AnyDescriptor, given: null | undefined): unknown {
  if (descriptor.kind !== "nullable") return given;
  if (!isArgumentValue(descriptor)) return descriptor.optional ? undefined : null;
  return given === null ? ArgumentValue.ofNullable(null) : ArgumentValue.omitted();
}

/** Whether the described value may be `null` or omitted. */
export function mayBeAbsent(descriptor: AnyDescriptor): boolean {
  const { kind } = descriptor;
  return kind === "nullable" || kind === "unknown" || kind === "scalar" && descriptor.name === "Json";
}
