import { type Class, recordedFor } from "../../../kernel/mod.ts";

/** Under this key `@ControllerAdvice` records its options on a class. */
export const adviceOptions: unique symbol = Symbol("espalier.graphql.controllerAdvice");

/**
 * Puts advices into their order; equals keep the order in which they were added.
 *
 * @param advices the advices
 */
export function sortedAdvices(advices: readonly object[]): readonly object[] {
  return advices.toSorted((a, b) => (optionsOf(a).order ?? 0) - (optionsOf(b).order ?? 0));
}

/**
 * Whether an advice serves a controller.
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

/** What `@ControllerAdvice` may be told. */
export interface ControllerAdviceOptions {
  /** Lower comes first; 0 by default. */
  readonly order?: number;
  /** Names the classes of the controllers that the advice serves; all by default. */
  readonly appliesTo?: () => readonly Class[];
}
