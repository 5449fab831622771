import { type AnyDescriptor, type MemberDecoratorCall, recordMember } from "../../../kernel/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";
import { checkMapping } from "./check_mapping.ts";
import type { HandlerDecorator } from "./handler_decorator.ts";
import { mappings, type RecordedMapping } from "./recorded_mapping.ts";

/** The options of all mapping decorators, as far as recording is concerned. */
export interface AnyMappingOptions {
  readonly typeName?: string;
  readonly field?: string;
  readonly params?: readonly HandlerParameter[];
  readonly returns?: AnyDescriptor;
}

/**
 * Creates a decorator that records a schema mapping.
 *
 * @param decorator the decorator's name, for messages
 * @param options a field name, or the options of the mapping
 * @param typeName the type, if the decorator determines it
 */
export function schemaMapping(
  decorator: string,
  options: string | AnyMappingOptions | undefined,
  typeName?: string,
): HandlerDecorator<never, unknown> {
  if (typeof options !== "string") checkMapping(decorator, options);
  const given = typeof options === "string" ? { field: options } : options ?? {};
  return (...call: unknown[]) =>
    recordMember<RecordedMapping>(mappings, call as unknown as MemberDecoratorCall, (methodName) => ({
      kind: "schema",
      methodName,
      ...given,
      ...(typeName === undefined ? {} : { typeName }),
    }));
}
