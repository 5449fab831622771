import { GraphQLError } from "../../../../deps.ts";
import { ErrorType } from "../../wiring/mod.ts";

/** An invalid input. */
export interface FieldError {
  /** The path in the argument: `$.item.age`, `$.items[0].name`; `$` is the argument itself. */
  readonly field: string;
  /** The reason: `typeMismatch`, `invalidPropertyValue`, `unknownType`, `invalid`. */
  readonly code: string;
  /** The message. */
  readonly message: string;
  /** The value that the client sent. */
  readonly rejectedValue: unknown;
  /** The argument, if several arguments of a call are invalid. */
  readonly argument?: string;
}

/** The maximum number of binding errors that clients receive. */
const maxTold = 20;

/**
 * Thrown when an argument can't be converted to the type that a controller method declares. Contains all binding
 * errors.
 *
 * Clients receive `BAD_REQUEST` with the first 20 paths, unless an exception handler returns another error.
 */
export class ArgumentBindingError extends GraphQLError {
  /** The name of the argument, or of the class if the whole argument map is bound. */
  readonly objectName: string;
  /** The binding errors, one for each invalid input. */
  readonly fieldErrors: readonly FieldError[];

  /**
   * Creates the error.
   *
   * @param objectName the name of the argument or class
   * @param fieldErrors the binding errors, in the order in which they were found
   */
  constructor(objectName: string, fieldErrors: readonly FieldError[]) {
    // A list of any length may have an error for each item.
    const told = fieldErrors.slice(0, maxTold);
    const list = told.map(({ argument, field, message }) => `${placeOf(argument, field)}: ${message}`);
    if (fieldErrors.length > maxTold) list.push(`and ${fieldErrors.length - maxTold} more`);
    super(`Cannot bind "${objectName}": ${list.join("; ")}`, {
      extensions: {
        classification: ErrorType.BAD_REQUEST.name,
        fieldErrors: told.map(({ argument, field, code, message }) => ({
          ...(argument === undefined ? {} : { argument }),
          field,
          code,
          message,
        })),
      },
    });
    this.objectName = objectName;
    this.fieldErrors = fieldErrors;
  }

  /**
   * Combines the errors of several arguments of a call.
   *
   * @param errors one for each argument, at least one
   */
  static ofAll(errors: readonly ArgumentBindingError[]): ArgumentBindingError {
    const [first] = errors;
    if (errors.length === 1) return first!;
    const names = errors.map(({ objectName }) => objectName).join(", ");
    return new ArgumentBindingError(
      names,
      errors.flatMap(({ objectName, fieldErrors }) => fieldErrors.map((error) => ({ ...error, argument: objectName }))),
    );
  }
}

function placeOf(argument: string | undefined, field: string): string {
  return argument === undefined ? field : argument + field.slice("$".length);
}
