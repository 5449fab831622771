import type { Sort } from "../../data/mod.ts";
import type { SortTranslator } from "./sort_translator.ts";

/** A sort, and the values of the parameter that say it. */
export interface ResolvedSort {
  readonly sort: Sort;
  readonly sortValues: readonly string[];
}

/** Maximum number of sorts that are kept for a translator. */
const maxSorts = 256;

/** Length of the longest value that is kept. */
const maxLength = 200;

/**
 * Keeps the sorts that single values of the parameter say. Clients repeat a handful of them, and what is made of a sort
 * further inside is kept by the sort itself.
 */
export class KnownSorts {
  readonly #ofTranslators = new WeakMap<SortTranslator, Map<string, ResolvedSort>>();

  /**
   * Returns a kept sort.
   *
   * @param values the values of the parameter
   * @param translator maps the names; without one nothing is kept
   */
  get(values: readonly string[], translator: SortTranslator | undefined): ResolvedSort | undefined {
    if (values.length !== 1 || translator === undefined) return undefined;
    return this.#ofTranslators.get(translator)?.get(values[0]!);
  }

  /**
   * Keeps a sort of which nothing was refused.
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
