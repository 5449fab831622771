/** Thrown when a query for one entity finds several. */
export class IncorrectResultSizeError extends Error {
  /** Name of the entity class. */
  readonly entity: string;

  /**
   * Creates the error.
   *
   * @param entity name of the entity class
   */
  constructor(entity: string) {
    super(`Cannot return one ${entity} as the query must match at most one: it matches several`);
    this.name = "IncorrectResultSizeError";
    this.entity = entity;
  }
}
