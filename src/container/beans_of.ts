import { type Container, ContainerPlugin, type ServiceIdentifier } from "../../deps.ts";
import { type Bean, type Class, nameOfIdentifier } from "../kernel/mod.ts";
import { recordedInjections, recordedProperties } from "./recorded_injections.ts";

/** The parts of an Inversify binding that are read here. */
interface RawBinding {
  readonly type: Bean["kind"];
  readonly moduleId: number | undefined;
  readonly scope?: Bean["scope"];
  readonly implementationType?: Class;
  value?: unknown;
  factory?: (...args: unknown[]) => unknown;
  readonly targetServiceIdentifier?: ServiceIdentifier;
  readonly metadata?: { readonly arguments: readonly { readonly value: unknown }[] };
}

const list: unique symbol = Symbol("espalier.beans");

interface InspectedContainer {
  [list]?(): RawBean[];
}

interface RawBean {
  readonly bean: Bean;
  readonly raw: RawBinding;
}

/** Lets a container list its bindings. */
class BeanList extends ContainerPlugin<Container> {
  load(api: { define(name: symbol, method: () => unknown): void }): void {
    const { bindingService } = this._context;
    api.define(
      list,
      () =>
        [...bindingService.getNonParentBoundServices()].flatMap((identifier) =>
          [...bindingService.getNonParentBindings(identifier) ?? []].map((binding) => ({
            bean: beanOf(identifier, binding),
            raw: binding as RawBinding,
          }))
        ),
    );
  }
}

/**
 * Lists the bindings of a container, in the order in which their identifiers were first bound, without making a bean.
 *
 * The graph is used to read module dependencies and to find decorated classes.
 *
 * @param container the container; bindings of a parent container are not listed
 *
 * @example
 * ```ts
 * import { bean, beansOf, createContainer } from "@espalier/espalier";
 *
 * class Shelf {}
 * class Library {
 *   constructor(readonly shelf: Shelf) {}
 * }
 * const container = createContainer(bean(Shelf), bean(Library, Shelf));
 * console.log(beansOf(container).map(({ identifier }) => identifier)); // [Shelf, Library]
 * ```
 */
export function beansOf(container: Container): Bean[] {
  return rawBeansOf(container).map(({ bean }) => bean);
}

/** Called with each bean that a factory returned. */
export type BeanObserver = (bean: unknown) => void;

/**
 * Observes the beans that factories of `toResolvedValue` create, binding by binding. Inversify's own `onActivation`
 * knows only the identifier, which does not distinguish the bindings of a contract that several parts of an application
 * bind.
 *
 * @param container a container whose beans have not been created
 * @param observerOf returns the observer of a binding's beans; `undefined` for none
 */
export function observeBeans(container: Container, observerOf: (bean: Bean) => BeanObserver | undefined): void {
  for (const { bean, raw } of rawBeansOf(container)) {
    if (bean.kind !== "ResolvedValue") continue;
    const observe = observerOf(bean);
    if (observe === undefined) continue;
    const make = raw.factory!;
    raw.factory = (...args) => {
      const made = make(...args);
      return made instanceof Promise ? made.then(withObserver(observe)) : withObserver(observe)(made);
    };
  }
}

function withObserver(observe: BeanObserver): <T>(bean: T) => T {
  return (bean) => {
    observe(bean);
    return bean;
  };
}

/** The number of parameters of a bean factory, and of its dependencies. */
export interface FactoryArity {
  /** The bean's name. */
  readonly name: string;
  /** Parameters before the first that has a default value. */
  readonly takes: number;
  /** Dependencies of the binding. */
  readonly given: number;
}

/**
 * Lists the factories of `toResolvedValue`.
 *
 * @param container a container whose beans are not observed
 */
export function factoriesOf(container: Container): FactoryArity[] {
  return rawBeansOf(container).filter(({ bean }) => bean.kind === "ResolvedValue").map(({ bean, raw }) => ({
    name: bean.name,
    takes: raw.factory!.length,
    given: raw.metadata!.arguments.length,
  }));
}

function rawBeansOf(container: Container): RawBean[] {
  const inspected = container as InspectedContainer;
  if (inspected[list] === undefined) container.register(BeanList);
  return inspected[list]!();
}

function beanOf(identifier: ServiceIdentifier, raw: RawBinding): Bean {
  return {
    identifier,
    name: nameOfIdentifier(identifier),
    kind: raw.type,
    containerModule: raw.moduleId,
    scope: raw.scope ?? "Transient",
    type: typeOf(identifier, raw),
    value: raw.type === "ConstantValue" ? raw.value : undefined,
    dependencies: dependenciesOf(raw),
    ...injectedProperties(raw),
  };
}

function injectedProperties({ type, implementationType }: RawBinding): Pick<Bean, "injectedProperties"> {
  const found = type === "Instance" ? recordedProperties(implementationType!) : [];
  if (found.length === 0) return {};
  return { injectedProperties: Object.fromEntries(found.map(([name, value]) => [name, unwrapped(value)])) };
}

function typeOf(identifier: ServiceIdentifier, raw: RawBinding): Class | undefined {
  if (raw.implementationType !== undefined) return raw.implementationType;
  if (raw.type === "ConstantValue" && typeof raw.value === "object" && raw.value !== null) return classOf(raw.value);
  // If the identifier is a class, the factory creates an instance of it or of a subclass.
  return typeof identifier === "function" && raw.type !== "ServiceRedirection" ? identifier as Class : undefined;
}

function classOf(value: object): Class | undefined {
  const type: unknown = value.constructor;
  return typeof type === "function" && type !== Object ? type as Class : undefined;
}

function dependenciesOf(raw: RawBinding): readonly ServiceIdentifier[] | undefined {
  switch (raw.type) {
    case "ConstantValue":
      return [];
    case "ServiceRedirection":
      return [raw.targetServiceIdentifier!];
    case "ResolvedValue":
      return raw.metadata!.arguments.map(({ value }) => unwrapped(value));
    case "Instance":
      return recordedInjections(raw.implementationType!)?.map(unwrapped);
    default:
      return undefined;
  }
}

/** Unwraps a lazy identifier, which files that import each other use. */
function unwrapped(value: unknown): ServiceIdentifier {
  const lazy = value as { unwrap?: () => ServiceIdentifier };
  return typeof lazy === "object" && lazy?.unwrap !== undefined ? lazy.unwrap() : value as ServiceIdentifier;
}
