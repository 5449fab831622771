import { type Class, requireClass } from "../../../kernel/mod.ts";
import type { DataLoaderRegistry, RegisteredDataLoader } from "../../wiring/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";

/**
 * A data loader of the request, by the class of its values.
 *
 * @param valueType a thunk that returns the class: the loader has its name, or is the only one of the class under
 *   another name
 */
export function dataLoaderParameter<V, K = string>(
  valueType: () => Class<V>,
): HandlerParameter<RegisteredDataLoader<K, V>, never>;
/**
 * A data loader of the request, by name.
 *
 * @param name the loader's name
 */
export function dataLoaderParameter<V = unknown, K = string>(
  name: string,
): HandlerParameter<RegisteredDataLoader<K, V>, never>;
export function dataLoaderParameter(wanted: string | (() => Class)): HandlerParameter<RegisteredDataLoader, never> {
  return {
    kind: "dataLoader",
    readsAnyArgument: false,
    prepare: ({ description }) => {
      const { find, needed } = typeof wanted === "string" ? byName(wanted) : byClass(wanted());
      const from = (registry: DataLoaderRegistry): RegisteredDataLoader => {
        const loader = find(registry);
        if (loader !== undefined) return loader;
        throw new Error(
          `Cannot call ${description} as ${needed} must be registered: ` +
            `The DataLoaderRegistry contains: [${registry.names.join(", ")}]`,
        );
      };
      return {
        read: (environment) => from(environment.dataLoaderRegistry),
        direct: (_source, _args, request) => from(request.dataLoaders),
      };
    },
  };
}

interface Search {
  readonly find: (registry: DataLoaderRegistry) => RegisteredDataLoader | undefined;
  /** Describes the missing loader, for errors. */
  readonly needed: string;
}

function byName(name: string): Search {
  return { find: (registry) => registry.getDataLoader(name), needed: `a DataLoader named "${name}"` };
}

function byClass(type: Class): Search {
  requireClass("Cannot use param.dataLoader()", type);
  return { find: (registry) => loaderOf(registry, type), needed: `one DataLoader of class "${type.name}"` };
}

function loaderOf(registry: DataLoaderRegistry, type: Class): RegisteredDataLoader | undefined {
  const named = registry.getDataLoader(type.name);
  if (named && (named.valueType === undefined || named.valueType === type)) return named;
  // The name belongs to another class, or the loader has another name.
  const ofClass = registry.names.map((name) => registry.getDataLoader(name)).filter((one) => one?.valueType === type);
  return ofClass.length === 1 ? ofClass[0] : undefined;
}
