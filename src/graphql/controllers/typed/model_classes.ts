import type { Class } from "../../../kernel/mod.ts";

/**
 * The classes of schema types, by the types' names, which the types task generates with the mapping decorators. They
 * are thunks, because files may import each other.
 */
export type ModelClasses = Readonly<Record<string, () => Class>>;
