import type { Logger } from "../../../kernel/mod.ts";
import type { DataFetcherExceptionResolver } from "../../execution/mod.ts";
import type { DataFetchingEnvironment, GraphQlErrorLike } from "../../wiring/mod.ts";
import type { BeanLookup } from "../mapping/handler_method.ts";
import { appliesTo } from "./advice_selection.ts";
import { ExceptionHandlerMethods } from "./exception_handler_methods.ts";

/** The dependencies of a {@linkcode ControllerExceptionResolver}. */
export interface ControllerExceptionResolverParts {
  readonly advices: () => readonly object[];
  readonly bean: BeanLookup;
  readonly logger: () => Logger | undefined;
}

/**
 * Resolves exceptions by `@GraphQlExceptionHandler` methods: those of the controller whose method resolves the field
 * first, then those of the advices in order.
 */
export class ControllerExceptionResolver implements DataFetcherExceptionResolver {
  readonly #parts: ControllerExceptionResolverParts;
  readonly #controllers = new Map<string, (environment: DataFetchingEnvironment) => object | undefined>();
  readonly #methods = new Map<object, ExceptionHandlerMethods>();

  /** @param parts the dependencies, which the configurer provides */
  constructor(parts: ControllerExceptionResolverParts) {
    this.#parts = parts;
  }

  /** Records the controller of a field. */
  register(typeName: string, field: string, controller: object): void {
    this.#controllers.set(`${typeName}.${field}`, () => controller);
    this.#methodsOf(controller);
  }

  /** Records how to find the controller that resolves a part of a field. */
  registerEach(
    { typeName, fieldName }: { readonly typeName: string; readonly fieldName: string },
    controllerOf: (environment: DataFetchingEnvironment) => object | undefined,
  ): void {
    this.#controllers.set(`${typeName}.${fieldName}`, controllerOf);
  }

  resolveException(
    exception: unknown,
    environment: DataFetchingEnvironment,
  ): Promise<readonly GraphQlErrorLike[] | undefined> | undefined {
    const { parentType, fieldName } = environment.info;
    const controller = this.#controllers.get(`${parentType.name}.${fieldName}`)?.(environment);
    const advices = this.#parts.advices().filter((advice) => appliesTo(advice, controller));
    const owners = [...(controller ? [controller] : []), ...advices];
    const candidates = owners.map((owner) => this.#methodsOf(owner)).filter((methods) => !methods.isEmpty);
    return candidates.length > 0 ? this.#ask(candidates, exception, environment) : undefined;
  }

  async #ask(
    candidates: readonly ExceptionHandlerMethods[],
    exception: unknown,
    environment: DataFetchingEnvironment,
  ): Promise<readonly GraphQlErrorLike[] | undefined> {
    for (const methods of candidates) {
      try {
        const errors = await methods.handle(exception, environment);
        if (errors) return errors;
      } catch (failure) {
        // The original exception is more important: the next resolver receives it.
        this.#parts.logger()?.warn("Failure in @GraphQlExceptionHandler", { error: failure });
        return undefined;
      }
    }
    return undefined;
  }

  #methodsOf(owner: object): ExceptionHandlerMethods {
    let methods = this.#methods.get(owner);
    if (!methods) this.#methods.set(owner, methods = new ExceptionHandlerMethods(owner, this.#parts.bean));
    return methods;
  }
}
