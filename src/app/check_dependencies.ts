import type { Container } from "../../deps.ts";
import { factoriesOf } from "../container/mod.ts";

/**
 * Rejects bindings whose factory has more parameters than dependencies: the others would be `undefined`.
 *
 * @param container holds all bindings
 * @throws TypeError that names the binding and both numbers
 */
export function checkDependencies(container: Container): void {
  for (const { name, takes, given } of factoriesOf(container)) {
    if (takes <= given) continue;
    throw new TypeError(
      `Cannot bind "${name}" as what makes it takes ${takes} dependencies, and ${given} are given: name the others, ` +
        `bind(${name}).toResolvedValue((…) => …, [First, Second]), or give the parameters default values`,
    );
  }
}
