import { recordClass, requireCalled } from "../../../kernel/mod.ts";
import { adviceOptions, type ControllerAdviceOptions } from "../exceptions/advice_selection.ts";
import type { ClassMappingDecorator } from "./schema_mapping.ts";

/**
 * Marks a class whose `@GraphQlExceptionHandler` methods serve many controllers. Bind it with `controllerAdvice`.
 *
 * @param options order and selection
 */
export function ControllerAdvice(options: ControllerAdviceOptions = {}): ClassMappingDecorator {
  requireCalled("ControllerAdvice", options);
  return (type, context) => recordClass(adviceOptions, [type, context], options);
}
