import type { Class } from "../../../kernel/mod.ts";
import type { SelfDescribingDataFetcher } from "../../wiring/mod.ts";
import type { HandlerParameter, HandlerSite, ParameterReader } from "../handler_parameter.ts";

/** A method of a controller, ready to be called. */
export interface HandlerMethod {
  /** `BookController#bookById[1 args]`. */
  readonly description: string;
  /** The object that has the method. */
  readonly controller: object;
  readonly methodName: string;
  /** The controller's class. */
  readonly owner: Class;
  /** The name of the controller's class. */
  readonly className: string;
  /** Readers of the described parameters; absent if none are described. */
  readonly readers: readonly ParameterReader[] | undefined;
  readonly params: readonly HandlerParameter[];
  /** Calls the method. */
  readonly call: (...args: readonly unknown[]) => unknown;
}

/** Finds beans for kinds of parameters that depend on one. */
export type BeanLookup = HandlerSite["bean"];

/**
 * Prepares a method of a controller.
 *
 * @param controller the controller
 * @param methodName the method
 * @param parts the described parameters and the beans
 */
export function handlerMethod(
  controller: object,
  methodName: string,
  parts: {
    readonly params: readonly HandlerParameter[] | undefined;
    readonly bean: BeanLookup;
    readonly propertyNameOf?: HandlerSite["propertyNameOf"] | undefined;
  },
): HandlerMethod {
  const className = controller.constructor.name;
  const method = (controller as Record<string, unknown>)[methodName] as (...args: readonly unknown[]) => unknown;
  if (typeof method !== "function") {
    throw new TypeError(
      `Cannot map ${className}#${methodName} as it must be a method of the controller's instances, under a name: ` +
        "it is static, private or no method, or its name is a symbol",
    );
  }
  const params = parts.params ?? [];
  const description = `${className}#${methodName}[${parts.params?.length ?? method.length} args]`;
  const { bean, propertyNameOf } = parts;
  const site = { description, methodName, bean, ...(propertyNameOf ? { propertyNameOf } : {}) };
  const readers = parts.params?.map((param, index) => param.prepare({ ...site, index }));
  // Looked up at each call, so that a spy or a proxy that is installed later is called.
  const call = (...args: readonly unknown[]) =>
    (controller as Record<string, (...args: readonly unknown[]) => unknown>)[methodName]!(...args);
  return {
    description,
    controller,
    methodName,
    owner: controller.constructor as unknown as Class,
    className,
    readers,
    params,
    call,
  };
}

/** The arguments that the parameters of a method expect, by name. */
export function expectedArguments(
  { params }: HandlerMethod,
): ReadonlyMap<string, NonNullable<HandlerParameter["expects"]>["type"]> {
  return new Map(params.flatMap(({ expects }) => expects ? [[expects.name, expects.type] as const] : []));
}

/** The description of a fetcher's method for inspection. */
export function inspectedMethod(
  { owner, methodName, readers, params }: HandlerMethod,
): Pick<SelfDescribingDataFetcher, "method" | "readsAnyArgument" | "usesDataLoader"> {
  const readsAnyArgument = !readers ||
    params.some(({ expects, readsAnyArgument }) => readsAnyArgument ?? expects === undefined);
  const usesDataLoader = params.some(({ kind }) => kind === "dataLoader");
  return { method: { owner, name: methodName }, readsAnyArgument, ...(usesDataLoader ? { usesDataLoader } : {}) };
}
