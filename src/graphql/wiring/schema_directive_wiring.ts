import type { SchemaDirectiveWiringEnvironment } from "./schema_directive_wiring_environment.ts";
import type { SchemaElementConfigs, SchemaElementKind } from "./schema_element.ts";

/** What a directive handler may return: a new configuration for the element, or nothing to leave it. */
export type ReplacedElement<K extends SchemaElementKind> = SchemaElementConfigs[K] | undefined | void;

/**
 * Code that runs for a directive on an element of the schema, once, while the schema is made.
 *
 * A handler gets the element's configuration in the terms of graphql-js and may return a changed one; it may also wrap
 * the data fetcher of a field. Several directives on one element run in the order in which they stand in the schema,
 * each seeing what the one before it returned.
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
