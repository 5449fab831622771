import type { ResolvedText } from "../../query/resolved_criteria.ts";
import { LikePattern } from "../like_pattern.ts";
import { TextSearch } from "../text_search.ts";

/** The text that a criterion searches for, prepared once for all rows. */
export class WantedText {
  /** The text, in lower case if the case is ignored. */
  readonly text: string;
  #search: TextSearch | undefined;
  #pattern: LikePattern | undefined;

  /** @param criteria the criterion */
  constructor({ text, ignoreCase }: ResolvedText) {
    this.text = ignoreCase ? text.toLowerCase() : text;
  }

  /** Finds the text in others. */
  get search(): TextSearch {
    return this.#search ??= new TextSearch(this.text);
  }

  /** The text as a pattern. */
  get pattern(): LikePattern {
    return this.#pattern ??= new LikePattern(this.text);
  }
}
