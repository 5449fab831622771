import type { Sort } from "../../data/mod.ts";
import type { SortTranslator } from "./sort_translator.ts";

/** A sort, and the values of its parameter. */
export interface ResolvedSort {
  readonly sort: Sort;
  readonly sortValues: readonly string[];
}

/** Maximum number of cached sorts per translator. */
const maxSorts = 256;

/** Maximum length of a cached value. */
const maxLength = 200;

/**
 * Caches sorts by single values of the parameter. Clients repeat a few of them, and further caches use the sort object
 * as their key.
 */
export class KnownSorts {
  readonly #ofTranslators = new WeakMap<SortTranslator, Map<string, ResolvedSort>>();

  /**
   * Returns a cached sort.
   *
   * @param values the values of the parameter
   * @param translator maps the names; without one nothing is cached
   */
  get(values: readonly string[], translator: SortTranslator | undefined): ResolvedSort | undefined {
    if (values.length !== 1 || translator === undefined) return undefined;
    return this.#ofTranslators.get(translator)?.get(values[0]!);
  }

  /**
   * Caches a valid sort.
   *
   * @param values the values of the parameter
   * @param translator mapped the names
   * @param resolved what they say
   */
  keep(values: readonly string[], translator: SortTranslator | undefined, resolved: ResolvedSort): void {
    const [value] = values;
    if (values.length !== 1 || translator === undefined || value!.length > maxLength) return;
    let known = this.#ofTranslators.get(translator);
    if (known === undefined) this.#ofTranslators.set(translator, known = new Map());
    // The one that came first goes first.
    if (known.size >= maxSorts) known.delete(known.keys().next().value!);
    known.set(value!, resolved);
  }
}
