import { describeValue } from "../kernel/mod.ts";
import { DataIntegrityError } from "./data_integrity_error.ts";

/** Thrown when a text that is to be stored has a NUL character or half of a surrogate pair, on every store. */
export class InvalidTextError extends DataIntegrityError {
  /**
   * Creates the error.
   *
   * @param label the property, for example `Book.title`
   * @param value the value
   */
  constructor(label: string, value: unknown) {
    super(
      "check",
      `Cannot store ${label} as it must be Unicode text without NUL characters: current value is ${
        describeValue(value)
      }`,
    );
    this.name = "InvalidTextError";
  }
}
