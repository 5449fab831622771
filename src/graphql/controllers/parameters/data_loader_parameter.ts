import type { Class } from "../../../kernel/mod.ts";
import type { DataLoaderRegistry, RegisteredDataLoader } from "../../wiring/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";

/**
 * A data loader of the request, by the class of its values.
 *
 * @param valueType a thunk that names the class, whose name is the loader's
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
      const name = typeof wanted === "string" ? wanted : wanted().name;
      const from = (registry: DataLoaderRegistry): RegisteredDataLoader => {
        const loader = registry.getDataLoader(name);
        if (loader !== undefined) return loader;
        throw new Error(
          `Cannot call ${description} as a DataLoader named "${name}" must be registered: ` +
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
