import { Kind } from "../../../../deps.ts";
import type { TypeDefinitionRegistry } from "../../wiring/mod.ts";

/**
 * The object types that implement each interface, extensions included, in the order of the definitions.
 *
 * @param registry all type definitions
 */
export function implementingTypes(registry: TypeDefinitionRegistry): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const type of registry.types) {
    if (type.kind === Kind.INTERFACE_TYPE_DEFINITION) found.set(type.name.value, []);
  }
  for (const node of [...registry.types, ...registry.extensions]) {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    for (const { name } of node.interfaces ?? []) {
      const types = found.get(name.value);
      if (types && !types.includes(node.name.value)) types.push(node.name.value);
    }
  }
  return found;
}
