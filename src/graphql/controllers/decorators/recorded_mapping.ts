import type { AnyDescriptor, Class } from "../../../kernel/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";
import type { NamedParameters } from "../typed/named_parameters.ts";

/** The key under which the decorators record mappings on a class. */
export const mappings: unique symbol = Symbol("espalier.graphql.mappings");

/** The record of a mapping decorator for a method. */
export interface RecordedMapping {
  readonly kind: "schema" | "batch";
  readonly methodName: string;
  readonly typeName?: string | undefined;
  readonly field?: string | undefined;
  readonly params?: readonly HandlerParameter[] | undefined;
  /** Instead of `params` and `returns`: what the schema describes. */
  readonly named?: NamedParameters | undefined;
  readonly returns?: AnyDescriptor | undefined;
  /** Of a batch mapping: the class of the sources. */
  readonly source?: (() => Class) | undefined;
  readonly maxBatchSize?: number | undefined;
}

/** The key under which `@SchemaMapping` on a class records the default type name. */
export const classTypeName: unique symbol = Symbol("espalier.graphql.classTypeName");
