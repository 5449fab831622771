import { ConcurrencyFailureError } from "./concurrency_failure_error.ts";
import { shownId } from "./shown_id.ts";

/** Thrown when another transaction has changed or deleted an entity since it was read. */
export class OptimisticLockingError extends ConcurrencyFailureError {
  /** Name of the entity class. */
  readonly entity: string;
  /** The entity's id. */
  readonly id: unknown;
  /** The version that was read; `undefined` of an entity without versions that was deleted. */
  readonly version: unknown;

  /**
   * Creates the error.
   *
   * @param details which entity, and the version that was read
   */
  constructor(details: { readonly entity: string; readonly id: unknown; readonly version: unknown }) {
    const { entity, id, version } = details;
    const cause = version === undefined
      ? "it must still be stored: it was deleted since it was read"
      : `its version must still be the stored one: current value is "${version}"`;
    super("the version differs", { message: `Cannot save ${entity} "${shownId(id)}" as ${cause}` });
    this.name = "OptimisticLockingError";
    this.entity = details.entity;
    this.id = details.id;
    this.version = details.version;
  }
}
