import type { Sort } from "../../data/vocabulary.ts";
import type { DataFetchingEnvironment } from "../wiring/mod.ts";

/** Reads a `Sort` from the arguments of a field. Bind one to give controller methods a `param.sort()`. */
export abstract class SortStrategy {
  /**
   * Reads the sort.
   *
   * @param environment the field's environment
   * @returns unsorted when the client asked for none
   */
  abstract extract(environment: DataFetchingEnvironment): Sort;
}
