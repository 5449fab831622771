import type { Container, ServiceIdentifier } from "../../../deps.ts";
import { beansOf, wrapBeans } from "../../container/mod.ts";
import {
  type Bean,
  type Class,
  inOrder,
  InstalledModule,
  isDecorated,
  ModuleCallInterceptor,
  nameOfIdentifier,
} from "../../kernel/mod.ts";
import { ModuleCalls } from "./module_calls.ts";
import { moduleProxy } from "./module_proxy.ts";

/**
 * Arranges that the beans which application modules offer to others are wrapped when they are made, so that the
 * `ModuleCallInterceptor` beans see the calls between modules. Without such a bean nothing is wrapped.
 *
 * A module offers what its `mod.ts` exports, and what the framework calls: controllers, listeners and other classes
 * with decorated methods.
 *
 * @param container the application's container, before its beans are made
 */
export async function interceptModuleCalls(container: Container): Promise<void> {
  const interceptors = inOrder(await container.getAllAsync(ModuleCallInterceptor));
  if (interceptors.length === 0) return;
  const calls = new ModuleCalls(interceptors);
  container.bind(ModuleCalls).toConstantValue(calls);
  const modules = new Map((await container.getAllAsync(InstalledModule)).map((m) => [m.containerModule, m]));
  const moduleOf = (bean: Bean) => bean.containerModule === undefined ? undefined : modules.get(bean.containerModule);
  const shared = new Set<ServiceIdentifier>();
  for (const [identifier, beans] of Map.groupBy(beansOf(container).filter(isWrappable), (bean) => bean.identifier)) {
    const [module, ...others] = new Set(beans.map(moduleOf));
    if (others.length > 0) shared.add(identifier);
    if (others.length > 0 || module === undefined) continue;
    const isOffered = module.exposes?.(nameOfIdentifier(identifier)) ?? true;
    container.onActivation(
      identifier,
      (_, bean) =>
        isObject(bean) && (isOffered || isDecorated(classOf(bean))) ? moduleProxy(bean, module, calls) : bean,
    );
  }
  // Of a contract that several modules bind, such as `Controller`, each binding has a module of its own. What the
  // framework calls by decorators is wrapped; other such contracts are the framework's and nobody's interface.
  wrapBeans(container, (bean) => {
    const module = shared.has(bean.identifier) && isWrappable(bean) ? moduleOf(bean) : undefined;
    return module &&
      ((value) => isObject(value) && isDecorated(classOf(value)) ? moduleProxy(value, module, calls) : value);
  });
}

function classOf(bean: object): Class {
  return bean.constructor as unknown as Class;
}

function isWrappable({ kind, identifier }: Bean): boolean {
  return kind !== "ServiceRedirection" && kind !== "Factory" && identifier !== InstalledModule;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
