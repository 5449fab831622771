import { ContainerModule, type ServiceIdentifier } from "../../../deps.ts";
import { type DependencyTokens, requireDependencies } from "../../container/mod.ts";
import { type Class, recordedFor, requireFeature, token } from "../../kernel/mod.ts";
import { mappings } from "./decorators/recorded_mapping.ts";
import { exceptionHandlers } from "./exceptions/recorded_exception_handler.ts";
import { entityMappings } from "./mapping/recorded_handler.ts";

/** Any object whose class has methods with mapping decorators. */
export type Controller = object;

/** Identifier of the {@linkcode Controller} beans. */
export const Controller: ServiceIdentifier<Controller> = token<Controller>("Controller");

/** Identifier of the beans whose exception handlers apply to many controllers. */
export const ControllerAdviceBean: ServiceIdentifier<object> = token<object>("ControllerAdvice");

/**
 * Binds a controller, under its class and as one of the {@linkcode Controller}s.
 *
 * @param type the class
 * @param dependencies identifiers of what the constructor takes, in order; the compiler checks them
 * @returns a module for `createContainer`
 * @throws TypeError when the first argument is no class with mapped methods, or an identifier is undefined
 *
 * @example
 * ```ts
 * import { controller, createContainer, param, QueryMapping, t } from "@espalier/espalier";
 *
 * class Titles {
 *   find(id: string): string {
 *     return `Book ${id}`;
 *   }
 * }
 * class BookController {
 *   constructor(readonly titles: Titles) {}
 *
 *   @QueryMapping({ params: [param.argument("id", t.id)], returns: t.string })
 *   title(id: string): string {
 *     return this.titles.find(id);
 *   }
 * }
 * const container = createContainer(controller(BookController, Titles));
 * container.bind(Titles).toSelf();
 * console.log(container.get(BookController).title("7")); // "Book 7"
 * ```
 */
export function controller<C extends object, A extends unknown[]>(
  type: new (...args: A) => C,
  ...dependencies: DependencyTokens<A>
): ContainerModule {
  requireDependencies("controller", type, dependencies);
  requireDecorated(`controller "${type.name}"`, {
    type,
    keys: [mappings, entityMappings],
    decorator: "@QueryMapping()",
  });
  return boundAs(Controller, type, dependencies);
}

/**
 * Binds a controller advice, under its class and as one of the advices.
 *
 * @param type the class
 * @param dependencies identifiers of what the constructor takes, in order; the compiler checks them
 * @returns a module for `createContainer`
 * @throws TypeError when the first argument is no class with exception handlers, or an identifier is undefined
 *
 * @example
 * ```ts
 * import { ControllerAdvice, controllerAdvice, createContainer, GraphQlExceptionHandler } from "@espalier/espalier";
 *
 * class Messages {
 *   readonly missing = "There is no such thing";
 * }
 *
 * @ControllerAdvice()
 * class NotFoundAdvice {
 *   constructor(readonly messages: Messages) {}
 *
 *   @GraphQlExceptionHandler(RangeError)
 *   notFound() {
 *     return { message: this.messages.missing };
 *   }
 * }
 * const container = createContainer(controllerAdvice(NotFoundAdvice, Messages));
 * container.bind(Messages).toSelf();
 * console.log(container.get(NotFoundAdvice).messages.missing); // "There is no such thing"
 * ```
 */
export function controllerAdvice<C extends object, A extends unknown[]>(
  type: new (...args: A) => C,
  ...dependencies: DependencyTokens<A>
): ContainerModule {
  requireDependencies("controllerAdvice", type, dependencies);
  const decorator = "@GraphQlExceptionHandler(Error)";
  requireDecorated(`controller advice "${type.name}"`, { type, keys: [exceptionHandlers], decorator });
  return boundAs(ControllerAdviceBean, type, dependencies);
}

function boundAs<C extends object, A extends unknown[]>(
  identifier: ServiceIdentifier<object>,
  type: new (...args: A) => C,
  dependencies: DependencyTokens<A>,
): ContainerModule {
  return new ContainerModule((module) => {
    const { bind } = module;
    requireFeature("graphql()", { neededBy: `controller "${type.name}"`, module });
    if (recordedFor(entityMappings, type).length > 0) {
      requireFeature("federation()", { neededBy: `@EntityMapping of controller "${type.name}"`, module });
    }
    const make = (...args: A) => new type(...args);
    // The compiler checked the identifiers against the constructor; the container's own types can't follow a tuple.
    bind<C>(type).toResolvedValue(make as never, dependencies as never);
    bind(identifier).toService(type);
  });
}

/** Rejects a class without a decorated method, which would be ignored silently. */
function requireDecorated(
  what: string,
  { type, keys, decorator }: { readonly type: Class; readonly keys: readonly symbol[]; readonly decorator: string },
): void {
  if (keys.some((key) => recordedFor(key, type).length > 0)) return;
  throw new TypeError(`Cannot bind ${what} as it must have a decorated method, for example with ${decorator}`);
}
