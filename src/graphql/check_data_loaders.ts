import type { Container, ContainerModuleLoadOptions } from "../../deps.ts";
import { GraphQLContext } from "../context/mod.ts";
import { StartupTask } from "../kernel/mod.ts";
import { BatchLoaderRegistry, DefaultBatchLoaderRegistry, RequestDataLoaders } from "./execution/mod.ts";

/**
 * Binds a start-up task that makes the data loaders of a request once: what can't be made fails the start, and not each
 * request. What is registered only after the start is not checked.
 *
 * @param module where the task is bound
 */
export function bindDataLoaderCheck({ bind }: ContainerModuleLoadOptions): void {
  // Last, as the other tasks make the beans that register loaders.
  bind(StartupTask).toConstantValue({ name: "graphql: make data loaders once", order: Infinity, run: makeLoaders });
}

async function makeLoaders(container: Container): Promise<void> {
  if (!container.isBound(BatchLoaderRegistry)) return;
  const registry = await container.getAsync(BatchLoaderRegistry);
  // A registry of somebody else may need what only a request has.
  if (registry instanceof DefaultBatchLoaderRegistry) {
    registry.registerDataLoaders(new RequestDataLoaders(), new GraphQLContext());
  }
}
