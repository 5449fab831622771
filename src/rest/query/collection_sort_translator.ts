import type { Order } from "../../data/mod.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { isSortable } from "../export/expected_sorts.ts";
import { type Field, targetClassOf } from "../export/field.ts";
import type { SortTranslator, TranslatedOrder } from "./sort_translator.ts";

/** Deepest path that is followed. */
const maxSegments = 16;

/** Maps the names in a collection's documents to the entity's property paths. */
export class CollectionSortTranslator implements SortTranslator {
  readonly #collection: ExportedCollection;
  readonly #registry: CollectionRegistry;
  // Cache only valid sorts, as clients could fill the memory with invalid ones.
  readonly #known = new Map<string, string>();

  /**
   * @param collection the collection whose items are sorted
   * @param registry tells which references lead to resources of their own
   */
  constructor(collection: ExportedCollection, registry: CollectionRegistry) {
    this.#collection = collection;
    this.#registry = registry;
  }

  translate(order: Order): TranslatedOrder {
    const known = this.#known.get(order.property);
    if (known !== undefined) return { order: order.withProperty(known) };
    const found = this.#follow(this.#collection.fields, segmentsOf(order.property));
    if ("reason" in found) return found;
    if (this.#known.size < 1000) this.#known.set(order.property, found.path);
    return { order: order.withProperty(found.path) };
  }

  #follow(fields: readonly Field[], segments: readonly string[]): { path: string } | { reason: string } {
    if (segments.length > maxSegments) return { reason: `must have at most ${maxSegments} segments` };
    // An underscore separates segments too, so a name that holds one is looked for first.
    for (let taken = segments.length; taken > 0; taken--) {
      const field = fieldNamed(fields, segments.slice(0, taken).join(""));
      if (field !== undefined) return this.#continue(field, segments.slice(taken));
    }
    return { reason: "must name a property" };
  }

  #continue(field: Field, rest: readonly string[]): { path: string } | { reason: string } {
    const target = targetClassOf(field.descriptor);
    if (this.#isLinked(field)) {
      return { reason: "must not be an association to an exported resource" };
    }
    if (rest.length === 0) {
      return isSortable(field.descriptor) ? { path: field.property } : { reason: "must name a single value" };
    }
    const inner = field.descriptor.kind === "object" && target !== undefined ? this.#registry.fieldsOf(target) : [];
    if (inner.length === 0) return { reason: "must not lead through a single value or a list" };
    // The separator before the next name belongs to no name.
    const nested = this.#follow(inner, rest.slice(1));
    return "reason" in nested ? nested : { path: `${field.property}.${nested.path}` };
  }

  /** Whether a field is an association; options of the collection may inline it. */
  #isLinked(field: Field): boolean {
    const { fields, associations } = this.#collection;
    if (!fields.includes(field)) return this.#registry.linkedFrom(field.descriptor) !== undefined;
    return associations.values().some(({ property, holdsIds }) => property === field.property && !holdsIds);
  }
}

/** Splits into names and separators: `a.b_c` gives `a`, `.`, `b`, `_`, `c`. */
function segmentsOf(path: string): string[] {
  return path.split(/([._])/).filter((segment) => segment !== "");
}

function fieldNamed(fields: readonly Field[], name: string): Field | undefined {
  const visible = fields.filter((field) => !field.hidden);
  return visible.find((field) => field.name === name) ??
    visible.find((field) => !/^[\p{Lu}\d$]+$/u.test(name) && field.name === lowerFirst(name));
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
