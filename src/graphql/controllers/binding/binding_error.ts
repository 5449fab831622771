import { GraphQLError } from "../../../../deps.ts";
import { ErrorType } from "../../wiring/mod.ts";

/** One input that can't be used. */
export interface FieldError {
  /** Where in the argument: `$.item.age`, `$.items[0].name`; `$` is the argument itself. */
  readonly field: string;
  /** Names the reason: `typeMismatch`, `invalidPropertyValue`, `unknownType`, `invalid`. */
  readonly code: string;
  /** What is wrong with the input. */
  readonly message: string;
  /** What the client sent. */
  readonly rejectedValue: unknown;
  /** The argument, where several arguments of a call can't be bound. */
  readonly argument?: string;
}

/** Most objections that clients are told. */
const maxTold = 20;

/**
 * Thrown when an argument can't be turned into what a controller method asks for. Carries all objections at once.
 *
 * Clients get it as `BAD_REQUEST` with the first 20 places, unless an exception handler says otherwise.
 */
export class ArgumentBindingError extends GraphQLError {
  /** The name of the argument, or of the class where the whole argument map is bound. */
  readonly objectName: string;
  /** What is wrong, one entry for each input. */
  readonly fieldErrors: readonly FieldError[];

  /**
   * Creates the error.
   *
   * @param objectName names what was to be bound
   * @param fieldErrors the objections, in the order in which they were found
   */
  constructor(objectName: string, fieldErrors: readonly FieldError[]) {
    // A list of any length may have an objection to each item.
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
   * Makes one error of those of several arguments of a call.
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
