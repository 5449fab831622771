import { types } from "node:util";
import { type Class, type InstalledModule, isClass, type ModuleCall } from "../../kernel/mod.ts";
import { listenerDeclarationsOf } from "../events/listener_declaration.ts";
import type { ModuleCalls } from "./module_calls.ts";
import { isPlatformClass } from "./platform_class.ts";

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Passes calls of the beans' methods from outside their module through the interceptors.
 *
 * A bean stays the same object: a prototype that overrides the methods is inserted between the bean and the prototype
 * of its class. So identity, `#private` members, own properties and internal slots are untouched. Plain objects, lists,
 * platform objects, proxies and frozen objects are not intercepted.
 */
export class InterceptedMethods {
  readonly #module: InstalledModule;
  readonly #calls: ModuleCalls;
  /** Intercepting prototypes by the prototype that they extend; `undefined` if it has no method to intercept. */
  readonly #prototypes = new WeakMap<object, object | undefined>();

  /**
   * @param module the module the beans belong to
   * @param calls the interceptors and the current module
   */
  constructor(module: InstalledModule, calls: ModuleCalls) {
    this.#module = module;
    this.#calls = calls;
  }

  /**
   * Intercepts the methods of a bean.
   *
   * @param bean the bean
   */
  addTo(bean: object): void {
    if (types.isProxy(bean) || !Object.isExtensible(bean)) return;
    const prototype: object | null = Object.getPrototypeOf(bean);
    if (prototype === null || isIntercepted(prototype, this.#calls)) return;
    if (!this.#prototypes.has(prototype)) this.#prototypes.set(prototype, this.#interceptingPrototype(prototype));
    const intercepting = this.#prototypes.get(prototype);
    if (intercepting !== undefined) Object.setPrototypeOf(bean, intercepting);
  }

  #interceptingPrototype(prototype: object): object | undefined {
    const methods = methodsOf(prototype);
    if (methods.size === 0) return undefined;
    const intercepting: object = Object.create(prototype);
    for (const [key, descriptor] of methods) {
      const call = this.#calls.prepare(callOf(prototype, key, this.#module));
      Object.defineProperty(intercepting, key, { ...descriptor, value: interceptingMethod(prototype, key, call) });
    }
    interceptedBy.set(intercepting, this.#calls);
    return intercepting;
  }
}

/** The calls of each intercepting prototype, so that a bean with several identifiers is intercepted once. */
const interceptedBy = new WeakMap<object, ModuleCalls>();

function isIntercepted(prototype: object, calls: ModuleCalls): boolean {
  return chainOf(prototype).some((level) => interceptedBy.get(level) === calls);
}

function chainOf(prototype: object): object[] {
  const chain: object[] = [];
  for (let level: object | null = prototype; level !== null; level = Object.getPrototypeOf(level)) {
    chain.push(level);
    // A proxy determines its prototype dynamically, so the chain ends here.
    if (types.isProxy(level)) break;
  }
  return chain;
}

/** The methods of a class and its base classes, up to the first platform class. */
function methodsOf(prototype: object): Map<string, PropertyDescriptor> {
  const methods = new Map<string, PropertyDescriptor>();
  const hidden = new Set<string>();
  for (const level of chainOf(prototype)) {
    if (types.isProxy(level) || isPlatformPrototype(level)) break;
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (!hidden.has(key) && isInterceptable(key, descriptor)) methods.set(key, descriptor);
      hidden.add(key);
    }
  }
  return methods;
}

function isPlatformPrototype(level: object): boolean {
  const type: unknown = Object.getOwnPropertyDescriptor(level, "constructor")?.value;
  if (type === undefined) return false;
  return typeof type !== "function" || isPlatformClass(type as Class);
}

function isInterceptable(key: string, { value }: PropertyDescriptor): boolean {
  return typeof value === "function" && !(key in Object.prototype) && !isClass(value) && !isConstructible(value);
}

/**
 * Whether a method can be called with `new`: class methods can't be; the prototype of generators has no constructor.
 */
function isConstructible(method: { readonly prototype?: unknown }): boolean {
  return typeof method.prototype === "object" && method.prototype !== null &&
    Object.hasOwn(method.prototype, "constructor");
}

function callOf(prototype: object, method: string, module: InstalledModule): ModuleCall {
  const type = prototype.constructor as unknown as Class;
  const isListener = listenerDeclarationsOf(type).some((declaration) => declaration.method === method);
  return { module, type: type.name, method, invocation: isListener ? "event-listener" : "bean" };
}

function interceptingMethod(prototype: object, key: string, call: (work: () => unknown) => unknown): Method {
  // Looked up at each call, so that a method that a test replaces on the class is called.
  const methods = prototype as Record<string, Method>;
  // A method instead of a function, so that it can't be called with `new` either.
  const { method } = {
    method(this: unknown, ...args: unknown[]): unknown {
      return call(() => methods[key]!.apply(this, args));
    },
  };
  // With the method as prototype, name, length, kind of function and further properties are inherited from it.
  delete (method as Partial<{ name: string }>).name;
  delete (method as Partial<{ length: number }>).length;
  return Object.setPrototypeOf(method, methods[key]!);
}
