import type { Class } from "../../../kernel/mod.ts";
import type { DataLoaderRegistry, RegisteredDataLoader } from "../../wiring/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";

/**
 * A data loader of the request, by the class of its values.
 *
 * @param valueType a thunk that names the class: the loader has its name, or is the only one of the class under another
 */
export function dataLoaderParameter<V, K = string>(
  valueType: () => Class<V>,
): HandlerParameter<RegisteredDataLoader<K, V>>;
/**
 * A data loader of the request, by name.
 *
 * @param name the loader's name
 */
export function dataLoaderParameter<V = unknown, K = string>(
  name: string,
): HandlerParameter<RegisteredDataLoader<K, V>>;
export function dataLoaderParameter(wanted: string | (() => Class)): HandlerParameter<RegisteredDataLoader> {
  return {
    kind: "dataLoader",
    readsAnyArgument: false,
    prepare: ({ description }) => {
      const type = typeof wanted === "string" ? undefined : wanted();
      const name = typeof wanted === "string" ? wanted : wanted().name;
      const from = (registry: DataLoaderRegistry): RegisteredDataLoader => {
        const loader = type === undefined ? registry.getDataLoader(name) : loaderOf(registry, type);
        if (loader !== undefined) return loader;
        throw new Error(
          `Cannot call ${description} as ${
            type ? "one DataLoader of class" : "a DataLoader named"
          } "${name}" must be registered: ` +
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

function loaderOf(registry: DataLoaderRegistry, type: Class): RegisteredDataLoader | undefined {
  const named = registry.getDataLoader(type.name);
  if (named && (named.valueType === undefined || named.valueType === type)) return named;
  // Another class has the name, or the loader has another one.
  const ofClass = registry.names.map((name) => registry.getDataLoader(name)).filter((one) => one?.valueType === type);
  return ofClass.length === 1 ? ofClass[0] : undefined;
}
