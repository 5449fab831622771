import type { Container, ServiceIdentifier } from "../../../deps.ts";
import { beansOf, observeBeans } from "../../container/mod.ts";
import {
  type Bean,
  type Class,
  inOrder,
  InstalledModule,
  isDecorated,
  ModuleCallInterceptor,
  nameOfIdentifier,
} from "../../kernel/mod.ts";
import { InterceptedMethods } from "./intercepted_methods.ts";
import { ModuleCalls } from "./module_calls.ts";

/**
 * Intercepts the methods of beans that application modules expose, so that the `ModuleCallInterceptor` beans see the
 * calls between modules. Does nothing without an interceptor.
 *
 * Exposed beans are those that a module's `mod.ts` exports, and those that the framework calls: controllers, listeners
 * and other classes with decorated methods. Constants are not intercepted, as they may be shared outside the container.
 *
 * @param container the application's container, before its beans are made
 *
 * @example
 * ```ts
 * import { ContainerModule, ContainerPreparation, ModuleCallInterceptor } from "@espalier/espalier";
 * import { interceptModuleCalls } from "@espalier/espalier/modulith";
 *
 * // What `tracing()` installs for its spans, with an interceptor that logs.
 * export const loggedCalls = new ContainerModule(({ bind }) => {
 *   bind(ContainerPreparation).toConstantValue({ name: "log module calls", prepare: interceptModuleCalls });
 *   bind(ModuleCallInterceptor).toConstantValue({
 *     intercept: (call, proceed) => {
 *       console.log(call);
 *       return proceed();
 *     },
 *   });
 * });
 * ```
 */
export async function interceptModuleCalls(container: Container): Promise<void> {
  const interceptors = inOrder(await container.getAllAsync(ModuleCallInterceptor));
  if (interceptors.length === 0) return;
  const calls = new ModuleCalls(interceptors);
  container.bind(ModuleCalls).toConstantValue(calls);
  const modules = new Map(
    (await container.getAllAsync(InstalledModule)).map((module) => [
      module.containerModule,
      { module, methods: new InterceptedMethods(module, calls) },
    ]),
  );
  const moduleOf = (bean: Bean) => bean.containerModule === undefined ? undefined : modules.get(bean.containerModule);
  const shared = new Set<ServiceIdentifier>();
  for (const [identifier, beans] of Map.groupBy(beansOf(container).filter(isOwned), (bean) => bean.identifier)) {
    const [owner, ...others] = new Set(beans.map(moduleOf));
    if (others.length > 0) shared.add(identifier);
    if (others.length > 0 || owner === undefined || !beans.some(isInterceptable)) {
      continue;
    }
    const constants = new Set(beans.filter(({ kind }) => kind === "ConstantValue").map(({ value }) => value));
    const isOffered = owner.module.exposes?.(nameOfIdentifier(identifier)) ?? true;
    container.onActivation(identifier, (_, bean) => {
      if (isObject(bean) && !constants.has(bean) && (isOffered || isDecoratedObject(bean))) owner.methods.addTo(bean);
      return bean;
    });
  }
  // A contract that several modules bind, such as `Controller`, belongs to the framework and exposes no module: of its
  // beans only those with decorated methods, which the framework calls, are intercepted.
  observeBeans(container, (bean) => {
    const owner = shared.has(bean.identifier) && isInterceptable(bean) ? moduleOf(bean) : undefined;
    return owner && ((value) => {
      if (isObject(value) && isDecoratedObject(value)) owner.methods.addTo(value);
    });
  });
}

function isOwned({ kind, identifier }: Bean): boolean {
  return kind !== "ServiceRedirection" && kind !== "Factory" && identifier !== InstalledModule;
}

function isInterceptable(bean: Bean): boolean {
  return isOwned(bean) && bean.kind !== "ConstantValue";
}

function isDecoratedObject(bean: object): boolean {
  return typeof bean.constructor === "function" && isDecorated(bean.constructor as unknown as Class);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
