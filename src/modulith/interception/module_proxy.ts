import { type Class, type InstalledModule, isClass, type ModuleCall } from "../../kernel/mod.ts";
import { listenerDeclarationsOf } from "../events/listener_declaration.ts";
import type { ModuleCalls } from "./module_calls.ts";

type Method = (this: unknown, ...args: unknown[]) => unknown;

interface Wrapped {
  readonly method: Method;
  readonly wrapper: Method;
}

/**
 * Wraps a bean so that calls from outside its module pass the interceptors.
 *
 * Methods are applied to the bean itself, never to the wrapper: `#private` members work, and calls that the bean makes
 * on itself are not seen. Getters, symbols, `instanceof` and inherited members behave as on the bean. Where the bean hands
 * out itself, at once or as a promise, the wrapper is handed out.
 *
 * @param bean the bean
 * @param module the module it belongs to
 * @param calls the interceptors and the module at work
 * @returns the wrapper
 */
export function moduleProxy<T extends object>(bean: T, module: InstalledModule, calls: ModuleCalls): T {
  const wrappers = new Map<string | symbol, Wrapped>();
  const proxy: T = new Proxy(bean, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (value === target) return isFixed(target, key) ? value : proxy;
      if (typeof value !== "function" || key === "constructor" || isFixed(target, key) || isClass(value)) return value;
      const known = wrappers.get(key);
      if (known !== undefined && known.method === value) return known.wrapper;
      const method = value as Method;
      const wrapper = isInterceptable(target, key)
        ? intercepting({ method, bean, proxy: () => proxy }, calls.prepare(callOf(bean, key, module)))
        : onTarget({ method, bean, proxy: () => proxy });
      // Who asks a function for its name and the number of its parameters gets the method's.
      Object.defineProperties(wrapper, { name: { value: method.name }, length: { value: method.length } });
      wrappers.set(key, { method, wrapper });
      return wrapper;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
  return proxy;
}

/** A frozen own property must be handed out as it is: the language insists. */
function isFixed(target: object, key: string | symbol): boolean {
  const own = Reflect.getOwnPropertyDescriptor(target, key);
  return own !== undefined && own.configurable === false && own.writable === false;
}

function isInterceptable(target: object, key: string | symbol): key is string {
  return typeof key === "string" && !(key in Object.prototype && !Object.hasOwn(target, key));
}

function callOf(bean: object, method: string, module: InstalledModule): ModuleCall {
  const type = bean.constructor;
  const isListener = listenerDeclarationsOf(type as unknown as Class).some((declaration) =>
    declaration.method === method
  );
  return { module, type: type.name, method, invocation: isListener ? "event-listener" : "bean" };
}

interface Target {
  readonly method: Method;
  readonly bean: object;
  readonly proxy: () => object;
}

function intercepting(target: Target, call: (work: () => unknown) => unknown): Method {
  const { method, bean, proxy } = target;
  return function (this: unknown, ...args: unknown[]): unknown {
    const self = this === proxy() ? bean : this;
    return call(() => fluent(method.apply(self, args), target));
  };
}

/** Who receives the bean itself, to go on with it, receives the wrapper: what follows comes from outside, too. */
function fluent(result: unknown, { bean, proxy }: Target): unknown {
  if (result === bean) return proxy();
  // A promise of a class of its own stays what it is.
  if (!(result instanceof Promise) || result.constructor !== Promise) return result;
  return result.then((value: unknown) => value === bean ? proxy() : value);
}

function onTarget(target: Target): Method {
  const { method, bean, proxy } = target;
  return function (this: unknown, ...args: unknown[]): unknown {
    return fluent(method.apply(this === proxy() ? bean : this, args), target);
  };
}
