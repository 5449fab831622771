import { type Direction, Order, Sort } from "../../data/vocabulary.ts";
import type { DataFetchingEnvironment } from "../wiring/mod.ts";
import { SortStrategy } from "./sort_strategy.ts";

/** A {@linkcode SortStrategy} for fields whose arguments name properties and one direction. */
export abstract class AbstractSortStrategy extends SortStrategy {
  /** Reads the sort from the arguments of the field. */
  override extract(environment: DataFetchingEnvironment): Sort {
    const properties = this.getProperties(environment) ?? [];
    const direction = this.getDirection(environment) ?? undefined;
    return Sort.by(...properties.map((property) => new Order(property, direction === undefined ? {} : { direction })));
  }

  /** The properties to sort by; none for unsorted. */
  protected abstract getProperties(environment: DataFetchingEnvironment): readonly string[] | null | undefined;
  /** The direction of all properties; ascending when there is none. */
  protected abstract getDirection(environment: DataFetchingEnvironment): Direction | null | undefined;
}
