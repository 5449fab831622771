import { type Class, recordClass, requireCalled } from "../../../kernel/mod.ts";
import { adviceOptions } from "../exceptions/advice_selection.ts";
import type { ClassMappingDecorator } from "./schema_mapping.ts";

/** What `@ControllerAdvice` may be told. */
export interface ControllerAdviceOptions {
  /** Lower comes first; 0 by default. */
  readonly order?: number;
  /** Names the classes of the controllers that the advice serves; all by default. */
  readonly appliesTo?: () => readonly Class[];
}

/**
 * Marks a class whose `@GraphQlExceptionHandler` methods serve many controllers. Bind it with `controllerAdvice`.
 *
 * @param options order and selection
 */
export function ControllerAdvice(options: ControllerAdviceOptions = {}): ClassMappingDecorator {
  requireCalled("ControllerAdvice", options);
  return (type, context) => recordClass(adviceOptions, [type, context], options);
}
