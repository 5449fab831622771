/**
 * The container: its modules, its beans and their dependencies.
 *
 * Apart from the kernel, because it loads the container library, which the kernel's vocabulary does without.
 *
 * @module
 */

export { bean, type DependencyTokens, requireDependencies } from "./bean.ts";
export * from "./beans_of.ts";
export * from "./container_module.ts";
export { isContainer } from "./is_container.ts";
