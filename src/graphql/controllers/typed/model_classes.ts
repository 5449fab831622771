import type { Class } from "../../../kernel/mod.ts";

/**
 * The classes that stand for schema types, by the types' names: what the types task writes beside the mapping
 * decorators. They are thunks, as files may import each other.
 */
export type ModelClasses = Readonly<Record<string, () => Class>>;
