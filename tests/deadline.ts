/**
 * Gives every test a deadline: a hang fails one test instead of stopping all. `deno task test` loads it before each
 * test module; a test that needs longer says so by its own `timeout`.
 */
import { isLong } from "./long.ts";

type Definition = Omit<Deno.TestDefinition, "name" | "fn"> & { name?: string };
type Body = Deno.TestDefinition["fn"];

const minute = 60_000;
const timeout = isLong ? 30 * minute : 4 * minute;

/** The definition behind every way in which `Deno.test` can be called. */
function definitionOf(parts: readonly unknown[]): Deno.TestDefinition {
  const name = parts.find((part) => typeof part === "string");
  const body = parts.findLast((part) => typeof part === "function") as Body | undefined;
  const options = (parts.find((part) => typeof part === "object") ?? {}) as Definition & { fn?: Body };
  const fn = (body ?? options.fn)!;
  return { timeout, ...options, name: name ?? options.name ?? fn.name, fn };
}

const test = new Proxy(Deno.test, {
  apply: (register, receiver, parts: unknown[]) => Reflect.apply(register, receiver, [definitionOf(parts)]),
});
Object.assign(Deno, { test });
