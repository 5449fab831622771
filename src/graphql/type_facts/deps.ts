/** The compiler, for tasks of the developer: what a service loads does not list it. */

export type { default as typescript } from "typescript";

/** Loads the TypeScript compiler, for tasks of the developer. */
export const loadTypeScript: () => Promise<typeof import("typescript")> = async () => {
  // The package is CommonJS: its exports stand on the default export, which the types don't show.
  const module = await import("typescript") as { default?: typeof import("typescript") } & typeof import("typescript");
  return module.default ?? module;
};
