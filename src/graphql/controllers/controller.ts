import { ContainerModule, type ServiceIdentifier } from "../../../deps.ts";
import { describeValue, token } from "../../kernel/mod.ts";

/** Any object whose class has methods with mapping decorators. */
export type Controller = object;

/** Identifier of the {@linkcode Controller} beans. */
export const Controller: ServiceIdentifier<Controller> = token<Controller>("Controller");

/** The identifiers of what a constructor takes, in order. */
export type DependencyTokens<A extends readonly unknown[]> = { readonly [I in keyof A]: ServiceIdentifier<A[I]> };

/** Identifier of the beans whose exception handlers serve many controllers. */
export const ControllerAdviceBean: ServiceIdentifier<object> = token<object>("ControllerAdvice");

/**
 * Binds a controller, under its class and as one of the {@linkcode Controller}s.
 *
 * @param type the class
 * @param dependencies identifiers of what the constructor takes, in order; the compiler checks them
 * @returns a module for `createContainer`
 * @throws TypeError when the first argument is no class, or its constructor takes what no identifier is given for
 */
export function controller<C extends object, A extends unknown[]>(
  type: new (...args: A) => C,
  ...dependencies: DependencyTokens<A>
): ContainerModule {
  return boundAs(Controller, type, dependencies);
}

/**
 * Binds a controller advice, under its class and as one of the advices.
 *
 * @param type the class
 * @param dependencies identifiers of what the constructor takes, in order; the compiler checks them
 * @returns a module for `createContainer`
 * @throws TypeError when the first argument is no class, or its constructor takes what no identifier is given for
 */
export function controllerAdvice<C extends object, A extends unknown[]>(
  type: new (...args: A) => C,
  ...dependencies: DependencyTokens<A>
): ContainerModule {
  return boundAs(ControllerAdviceBean, type, dependencies);
}

function boundAs<C extends object, A extends unknown[]>(
  identifier: ServiceIdentifier<object>,
  type: new (...args: A) => C,
  dependencies: DependencyTokens<A>,
): ContainerModule {
  checkConstructor(type, dependencies);
  return new ContainerModule(({ bind }) => {
    const make = (...args: A) => new type(...args);
    // The compiler checked the identifiers against the constructor; the container's own types can't follow a tuple.
    bind<C>(type).toResolvedValue(make as never, dependencies as never);
    bind(identifier).toService(type);
  });
}

function checkConstructor(type: unknown, dependencies: readonly unknown[]): void {
  if (typeof type !== "function") {
    throw new TypeError(
      `Cannot bind a controller as it must be given as a class: current value is ${describeValue(type)}`,
    );
  }
  if (type.length > dependencies.length) {
    throw new TypeError(
      `Cannot bind controller "${type.name}" as an identifier must be given for each of the ${type.length} that its ` +
        `constructor takes: controller(${type.name}, …) names ${dependencies.length}`,
    );
  }
  const missing = dependencies.indexOf(undefined);
  if (missing === -1) return;
  throw new TypeError(
    `Cannot bind controller "${type.name}" as the identifier of its dependency ${missing + 1} must be there: current ` +
      "value is undefined (files that import each other see it too early)",
  );
}
