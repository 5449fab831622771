import type { Container } from "../../deps.ts";
import { ContextRegistry, ContextSnapshotFactory, requireSeparateScopes, ThreadLocalAccessor } from "../context/mod.ts";

/**
 * Binds what captures and restores context values: the process's accessors as they are now, and those of the
 * application.
 *
 * @param container the application's container
 * @returns the bean, the application's own where it has one
 * @throws TypeError when an accessor mixes up flows
 */
export async function provideContextSnapshots(container: Container): Promise<ContextSnapshotFactory> {
  if (container.isBound(ContextSnapshotFactory)) return await container.getAsync(ContextSnapshotFactory);
  const beans = container.isBound(ThreadLocalAccessor) ? await container.getAllAsync(ThreadLocalAccessor) : [];
  const registry = ContextRegistry.getInstance().with(beans);
  for (const accessor of registry.accessors) await requireSeparateScopes(accessor);
  const factory = new ContextSnapshotFactory(registry);
  container.bind(ContextSnapshotFactory).toConstantValue(factory);
  return factory;
}
