import type { SchemaDirectiveWiringEnvironment } from "./schema_directive_wiring_environment.ts";
import type { SchemaElementConfigs, SchemaElementKind } from "./schema_element.ts";

/** The return value of a directive handler: a new configuration of the element, or nothing to keep it. */
export type ReplacedElement<K extends SchemaElementKind> = SchemaElementConfigs[K] | undefined | void;

/**
 * Code that runs for a directive on an element of the schema, once, while the schema is created.
 *
 * A handler receives the element's graphql-js configuration and may return a changed one; it may also wrap the data
 * fetcher of a field. Several directives on one element run in the order of the schema, each with the configuration
 * that the previous one returned.
 */
export interface SchemaDirectiveWiring {
  /** For `OBJECT`. */
  onObject?(environment: SchemaDirectiveWiringEnvironment<"object">): ReplacedElement<"object">;
  /** For `FIELD_DEFINITION`. */
  onField?(environment: SchemaDirectiveWiringEnvironment<"field">): ReplacedElement<"field">;
  /** For `ARGUMENT_DEFINITION` on a field. */
  onArgument?(environment: SchemaDirectiveWiringEnvironment<"argument">): ReplacedElement<"argument">;
  /** For `INTERFACE`. */
  onInterface?(environment: SchemaDirectiveWiringEnvironment<"interface">): ReplacedElement<"interface">;
  /** For `UNION`. */
  onUnion?(environment: SchemaDirectiveWiringEnvironment<"union">): ReplacedElement<"union">;
  /** For `ENUM`. */
  onEnum?(environment: SchemaDirectiveWiringEnvironment<"enum">): ReplacedElement<"enum">;
  /** For `ENUM_VALUE`. */
  onEnumValue?(environment: SchemaDirectiveWiringEnvironment<"enumValue">): ReplacedElement<"enumValue">;
  /** For `SCALAR`. */
  onScalar?(environment: SchemaDirectiveWiringEnvironment<"scalar">): ReplacedElement<"scalar">;
  /** For `INPUT_OBJECT`. */
  onInputObject?(environment: SchemaDirectiveWiringEnvironment<"inputObject">): ReplacedElement<"inputObject">;
  /** For `INPUT_FIELD_DEFINITION`. */
  onInputField?(environment: SchemaDirectiveWiringEnvironment<"inputField">): ReplacedElement<"inputField">;
}
