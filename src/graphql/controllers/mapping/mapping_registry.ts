import type { SelfDescribingDataFetcher } from "../../wiring/mod.ts";
import type { MappingTarget } from "./mapping_target.ts";

/** A controller method that resolves a field. */
export interface Mapping {
  readonly typeName: string;
  readonly field: string;
  readonly fetcher: SelfDescribingDataFetcher;
  readonly controller: object;
}

/** The mappings of all controllers, one per field. */
export class MappingRegistry {
  readonly #byCoordinates = new Map<string, Mapping>();

  /** All mappings, in the order in which they were found. */
  get all(): readonly Mapping[] {
    return [...this.#byCoordinates.values()];
  }

  /**
   * Adds a mapping.
   *
   * @throws TypeError that names both methods when the field has a mapping already
   */
  add(mapping: Mapping): void {
    const coordinates = `${mapping.typeName}.${mapping.field}`;
    const present = this.#byCoordinates.get(coordinates);
    if (present) {
      throw new TypeError(
        `Ambiguous mapping. Cannot map '${nameOf(mapping)}' method ${mapping.fetcher.description} to ${coordinates}: ` +
          `There is already '${nameOf(present)}' bean method ${present.fetcher.description} mapped.`,
      );
    }
    this.#byCoordinates.set(coordinates, mapping);
  }

  /**
   * Applies mappings of an interface to the object types that implement it and have no mapping or registration for the
   * field.
   *
   * @param target provides the schema's interfaces and the registered data fetchers
   */
  inherit(target: MappingTarget): void {
    for (const mapping of this.all) {
      const types = target.implementing.get(mapping.typeName);
      if (!types) continue;
      this.#byCoordinates.delete(`${mapping.typeName}.${mapping.field}`);
      for (const typeName of types) {
        const isTaken = this.#byCoordinates.has(`${typeName}.${mapping.field}`) ||
          target.isRegistered(typeName, mapping.field);
        if (!isTaken) this.add({ ...mapping, typeName });
      }
    }
  }
}

function nameOf({ controller }: Mapping): string {
  return controller.constructor.name;
}
