import { ConcurrencyFailureError } from "./concurrency_failure_error.ts";

/** Thrown when an entity was changed or deleted by somebody else since it was read. */
export class OptimisticLockingError extends ConcurrencyFailureError {
  /** Name of the entity class. */
  readonly entity: string;
  /** The entity's id. */
  readonly id: unknown;
  /** The version that was read. */
  readonly version: unknown;

  /** @param details which entity, and the version that was read */
  constructor(details: { readonly entity: string; readonly id: unknown; readonly version: unknown }) {
    super("the version differs", {
      message: `Cannot save ${details.entity} "${details.id}" as its version must still be the stored one: current ` +
        `value is "${details.version}"`,
    });
    this.name = "OptimisticLockingError";
    this.entity = details.entity;
    this.id = details.id;
    this.version = details.version;
  }
}
