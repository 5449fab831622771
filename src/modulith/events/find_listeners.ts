import type { Container } from "../../../deps.ts";
import { beansOf } from "../../container/mod.ts";
import { type Bean, type Class, describeValue, InstalledModule } from "../../kernel/mod.ts";
import { ModuleCalls } from "../interception/module_calls.ts";
import { ApplicationListener } from "./application_listener.ts";
import { type ListenerDeclaration, listenerDeclarationsOf } from "./listener_declaration.ts";
import type { RegisteredListener } from "./registered_listener.ts";

/** A bean that may have listeners, and the module that bound it. */
interface Candidate {
  readonly bean: Bean;
  readonly module: InstalledModule | undefined;
  readonly calls?: ModuleCalls | undefined;
}

/**
 * Finds the listeners in a container: decorated methods of beans, and `ApplicationListener` beans.
 *
 * Creates the beans whose class has listener methods, and all singletons of application modules whose class is unknown
 * until they are created.
 *
 * @param container the application's container
 * @returns the listeners in binding order
 * @throws TypeError when a decorated member is not a method that can be called on the bean
 * @throws Error when two listeners have the same id
 */
export async function findListeners(container: Container): Promise<RegisteredListener[]> {
  const modules = new Map((await container.getAllAsync(InstalledModule)).map((m) => [m.containerModule, m]));
  const candidates = beansOf(container)
    .map((bean) => ({
      bean,
      module: bean.containerModule === undefined ? undefined : modules.get(bean.containerModule),
    }))
    .filter(mayListen);
  const calls = container.isBound(ModuleCalls) ? container.get(ModuleCalls) : undefined;
  const found: RegisteredListener[] = [];
  const known = new Set<unknown>();
  for (const [identifier, beans] of Map.groupBy(candidates, ({ bean }) => bean.identifier)) {
    const values = await container.getAllAsync<unknown>(identifier);
    for (const [at, value] of values.entries()) {
      if (known.has(value)) continue;
      known.add(value);
      found.push(...listenersIn(value, { ...beans[at] ?? beans[0]!, calls }));
    }
  }
  return withUniqueIds(found);
}

function mayListen({ bean, module }: Candidate): boolean {
  if (bean.kind === "ServiceRedirection" || bean.kind === "Factory") return false;
  if (bean.identifier === ApplicationListener) return true;
  if (bean.type !== undefined && listenerDeclarationsOf(bean.type).length > 0) return true;
  return module !== undefined && bean.kind !== "ConstantValue" && bean.scope === "Singleton" &&
    bean.identifier !== InstalledModule;
}

function listenersIn(value: unknown, candidate: Candidate): RegisteredListener[] {
  if (candidate.bean.identifier === ApplicationListener) return [fromFunction(value as ApplicationListener, candidate)];
  if (typeof value !== "object" || value === null) return [];
  const type: unknown = value.constructor;
  if (typeof type !== "function") return [];
  return listenerDeclarationsOf(type as Class).map((declaration) => fromMethod(value, declaration, candidate));
}

function fromFunction(listener: ApplicationListener, candidate: Candidate): RegisteredListener {
  const { module, calls } = candidate;
  const name = listener.on.name || "listener";
  const call = module && calls?.prepare({ module, type: "function", method: name, invocation: "event-listener" });
  return {
    ...registered(listener, candidate),
    id: listener.id ?? idOf(module?.identifier, `${name}(${listener.eventType.name})`),
    type: undefined,
    method: undefined,
    invoke: intercepted((event, publicationId, signal) => listener.on(event, publicationId, signal), call),
  };
}

function intercepted(invoke: Invoke, call: ((work: () => unknown) => unknown) | undefined): Invoke {
  return call === undefined ? invoke : (...delivery) => call(() => invoke(...delivery));
}

function fromMethod(value: object, declaration: ListenerDeclaration, candidate: Candidate): RegisteredListener {
  const { method, eventType, phase, options } = declaration;
  const type = value.constructor as Class;
  requireMethod(value, type.name, method);
  const { module, calls } = candidate;
  // Needed for constants, whose methods are not intercepted otherwise; methods of other beans are intercepted only
  // once.
  const call = module && calls?.prepare({ module, type: type.name, method, invocation: "event-listener" });
  return {
    ...registered({ eventType, phase, ...options }, candidate),
    id: options.id ?? idOf(candidate.module?.identifier, type.name, `${method}(${eventType.name})`),
    type,
    method,
    // Called by name, so that an override in a subclass is called.
    invoke: intercepted((...delivery) => (value as Record<string, Invoke>)[method]!(...delivery), call),
  };
}

type Invoke = RegisteredListener["invoke"];

function requireMethod(value: object, type: string, method: string): void {
  if (typeof (value as Record<string, unknown>)[method] === "function") return;
  throw new TypeError(
    `Cannot tell ${type}#${method} of events as it must be a method of the listener's instances, under a name: it is ` +
      "static, private, or no method",
  );
}

/** The properties that function and method listeners share, with defaults. */
function registered(
  listener: Omit<ApplicationListener, "on">,
  { bean, module }: Candidate,
) {
  const { eventType, phase, order = 0, condition, formerIds = [], transaction = "new" } = listener;
  const { concurrency, timeoutMs, orderedBy, schedule } = listener;
  return {
    concurrency,
    schedule,
    timeoutMs,
    isOrdered: orderedBy !== undefined,
    keyOf: (event: object) => orderedBy === undefined ? undefined : keyText(orderedBy(event), eventType.name),
    formerIds,
    eventType,
    phase,
    order,
    transaction,
    module,
    bean: bean.identifier,
    matches: (event: object) => event instanceof eventType && (condition?.(event) ?? true),
  };
}

function keyText(key: unknown, eventType: string): string | undefined {
  if (key === undefined || key === null) return undefined;
  if (["string", "number", "bigint", "boolean"].includes(typeof key)) return String(key);
  throw new TypeError(
    `Cannot order deliveries of ${eventType} as orderedBy must return a string, a number or a boolean: current value ` +
      `is ${describeValue(key)}`,
  );
}

/** Joins the parts of a name with dots, without missing ones. */
function idOf(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(".");
}

function withUniqueIds(listeners: RegisteredListener[]): RegisteredListener[] {
  const ids = new Set<string>();
  for (const { id, formerIds, phase } of listeners) {
    // Listeners inside `publish` need no unique id: only stored publications name their listener.
    if (phase === "publish") continue;

    for (const name of [id, ...formerIds]) {
      if (ids.has(name)) {
        throw new Error(`Cannot tell listeners apart as two have the id "${name}": give one of them another id`);
      }
      ids.add(name);
    }
  }
  return listeners;
}
