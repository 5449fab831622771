import { type Class, recordedFor } from "../../../kernel/mod.ts";

/** The key under which `@ControllerAdvice` records its options on a class. */
export const adviceOptions: unique symbol = Symbol("espalier.graphql.controllerAdvice");

/**
 * Sorts advices by order; advices of equal order stay in the order in which they were added.
 *
 * @param advices the advices
 */
export function sortedAdvices(advices: readonly object[]): readonly object[] {
  return advices.toSorted((a, b) => (optionsOf(a).order ?? 0) - (optionsOf(b).order ?? 0));
}

/**
 * Whether an advice applies to a controller.
 *
 * @param advice the advice
 * @param controller the controller, or `undefined` for a field without one: then every advice applies
 */
export function appliesTo(advice: object, controller: object | undefined): boolean {
  const classes = optionsOf(advice).appliesTo?.();
  return controller === undefined || !classes || classes.some((type) => controller instanceof type);
}

function optionsOf(advice: object): ControllerAdviceOptions {
  return recordedFor<ControllerAdviceOptions>(adviceOptions, advice.constructor as Class)[0] ?? {};
}

/** The options of `@ControllerAdvice`. */
export interface ControllerAdviceOptions {
  /** Lower values come first; 0 by default. */
  readonly order?: number;
  /** The classes of the controllers to which the advice applies; all by default. */
  readonly appliesTo?: () => readonly Class[];
}
