import { type Class, recordedFor } from "../../../kernel/mod.ts";
import type { DataFetchingEnvironment, GraphQlErrorLike } from "../../wiring/mod.ts";
import { type BeanLookup, type HandlerMethod, handlerMethod } from "../mapping/handler_method.ts";
import { readAll } from "../mapping/read_all.ts";
import { exceptionHandlers, type RecordedExceptionHandler } from "./recorded_exception_handler.ts";

/** The exception handler methods of one controller or advice. */
export class ExceptionHandlerMethods {
  readonly #methods: readonly { readonly type: Class; readonly method: HandlerMethod }[];

  /**
   * @param owner the controller or advice
   * @param bean finds beans for parameters
   * @throws TypeError when two methods handle the same class, or one handles none
   */
  constructor(owner: object, bean: BeanLookup) {
    const recorded = recordedFor<RecordedExceptionHandler>(exceptionHandlers, owner.constructor as Class);
    this.#methods = recorded.flatMap(({ methodName, exceptions, params }) => {
      const method = handlerMethod(owner, methodName, { params, bean });
      if (exceptions.length === 0) throw new TypeError(`No exception types for ${method.description}`);
      return exceptions.map((type) => ({ type, method }));
    });
    this.#requireUnambiguous();
  }

  /** Whether there is any method. */
  get isEmpty(): boolean {
    return this.#methods.length === 0;
  }

  /**
   * Finds the method for an exception, or for its nearest cause that has one, and calls it.
   *
   * @returns the errors; `undefined` when no method handles the exception or the method returns `null`
   */
  async handle(
    exception: unknown,
    environment: DataFetchingEnvironment,
  ): Promise<readonly GraphQlErrorLike[] | undefined> {
    for (let current = exception, depth = 0; current instanceof Object && depth < 20; depth++) {
      const method = this.#closest(current);
      if (method) return errorsOf(await invoke(method, current, environment), method);
      current = (current as { readonly cause?: unknown }).cause;
    }
    return undefined;
  }

  #closest(exception: object): HandlerMethod | undefined {
    for (let prototype = Object.getPrototypeOf(exception); prototype; prototype = Object.getPrototypeOf(prototype)) {
      const found = this.#methods.find(({ type }) => type.prototype === prototype);
      if (found) return found.method;
    }
    return undefined;
  }

  #requireUnambiguous(): void {
    const byType = new Map<Class, HandlerMethod>();
    for (const { type, method } of this.#methods) {
      const other = byType.get(type);
      if (other && other.methodName !== method.methodName) {
        throw new TypeError(
          `Ambiguous @GraphQlExceptionHandler for [${type.name}]: ${other.description}, ${method.description}`,
        );
      }
      byType.set(type, method);
    }
  }
}

function invoke({ readers, call }: HandlerMethod, exception: object, environment: DataFetchingEnvironment): unknown {
  if (!readers) return call(exception, environment);
  const values = readAll(readers.length, (at) => readers[at]!.read(environment));
  return values instanceof Promise ? values.then((settled) => call(exception, ...settled)) : call(exception, ...values);
}

function errorsOf(returned: unknown, { description }: HandlerMethod): readonly GraphQlErrorLike[] | undefined {
  if (returned === null) return undefined;
  if (returned === undefined) return [];
  const list = Array.isArray(returned) ? returned : [returned];
  if (list.every((item) => typeof item?.message === "string")) return list;
  throw new TypeError(`Invalid return type for @GraphQlExceptionHandler method: ${description}`);
}
