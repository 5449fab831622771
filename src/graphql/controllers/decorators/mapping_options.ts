import type { AnyDescriptor } from "../../../kernel/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";

/** The options of a mapping decorator for a method without described parameters. */
export interface MappingOptions<R extends AnyDescriptor> {
  /** Name of the field; by default the method's. */
  readonly field?: string;
  /** The type of the field's value, for the compiler, for inspection and for finding classes. */
  readonly returns?: R;
}

/** The options of a mapping decorator for a method with described parameters. */
export interface DescribedMappingOptions<P extends readonly HandlerParameter[], R extends AnyDescriptor>
  extends MappingOptions<R> {
  /** The method's parameters, in order. */
  readonly params: P;
}

/** Adds the type name to the options of a mapping. */
export interface WithTypeName {
  /** Name of the schema type; by default the class's own default, else the class name of the source. */
  readonly typeName?: string;
}
