import { GraphQLError } from "../../../../deps.ts";
import { type EspalierProperties, shortened } from "../../../kernel/mod.ts";
import { jsonSizeWithin } from "../../engine/mod.ts";
import { lazyError, maxErrorNodes } from "../../wiring/mod.ts";

/** The properties that bound the errors of a result; 0 means no limit. */
export type ErrorLimitProperties = Pick<
  EspalierProperties["graphql"],
  "maxErrors" | "maxErrorMessageLength" | "maxErrorCharacters"
>;

/** How graphql-js ends the errors about variables. */
const coercionAborted = "Too many errors processing variables, error limit reached. Execution aborted.";

/** Bounds what the errors of a result may send: their number, the length of each message, and all of them together. */
export class ErrorLimits {
  /** What holds where nobody configures limits. */
  static readonly byDefault: ErrorLimits = new ErrorLimits({
    maxErrors: 100,
    maxErrorMessageLength: 1_000,
    maxErrorCharacters: 65_536,
  });
  /** Most errors. */
  readonly maxErrors: number;
  /** Most characters of all errors. */
  readonly maxCharacters: number;
  readonly #maxMessageLength: number;

  /**
   * Creates the limits.
   *
   * @param properties the limits; 0 means no limit
   */
  constructor({ maxErrors, maxErrorMessageLength, maxErrorCharacters }: ErrorLimitProperties) {
    this.maxErrors = maxErrors || Infinity;
    this.maxCharacters = maxErrorCharacters || Infinity;
    this.#maxMessageLength = maxErrorMessageLength || Infinity;
  }

  /**
   * Shortens what is too long, and leaves out what is too much. An error of its own says so, and names the limit.
   *
   * @param errors any number of errors
   * @param describe makes what the client gets of an error; called only for errors that may be sent
   * @returns at most one error more than may be sent
   */
  bounded(
    errors: readonly GraphQLError[],
    describe: (error: GraphQLError) => GraphQLError = (error) => error,
  ): readonly GraphQLError[] {
    const found: GraphQLError[] = [];
    let characters = 0;
    for (const given of errors) {
      const error = withMessage(given);
      if (found.length >= this.maxErrors) return [...found, describe(this.unlisted(found.length))];
      const left = this.maxCharacters - characters;
      const told = error.message === coercionAborted ? tooManyAboutVariables(found.length) : error;
      const described = this.#shortened(describe(told), left);
      characters += sizeWithin(described, left);
      if (characters > this.maxCharacters && found.length > 0) {
        return [...found, describe(this.unlisted(found.length))];
      }
      found.push(described);
    }
    return found;
  }

  /**
   * Makes the error that says why others are not listed.
   *
   * @param listed the number of errors that are
   */
  unlisted(listed: number): GraphQLError {
    const [limit, name, needed] = listed >= this.maxErrors
      ? [this.maxErrors, "maxErrors", `their number must be <= ${this.maxErrors}`]
      : [this.maxCharacters, "maxErrorCharacters", `their length must be <= ${this.maxCharacters} characters`];
    const message = `Cannot list all errors as ${needed}`;
    return new GraphQLError(message, { extensions: { limit: { name, value: limit } } });
  }

  #shortened(error: GraphQLError, most: number): GraphQLError {
    const { message, extensions, path, nodes, source, positions, originalError } = error;
    const isLong = message.length > this.#maxMessageLength || (nodes?.length ?? 0) > maxErrorNodes;
    const isLarge = jsonSizeWithin(extensions, most) > most;
    if (!isLong && !isLarge) return error;
    const shown = nodes?.slice(0, maxErrorNodes);
    return new GraphQLError(this.#shortenedMessage(message), {
      ...(shown === undefined ? { source, positions: positions?.slice(0, maxErrorNodes) } : { nodes: shown }),
      path,
      originalError,
      extensions: isLarge ? remaining(extensions) : extensions,
    });
  }

  #shortenedMessage(message: string): string {
    if (message.length <= this.#maxMessageLength) return message;
    return `${shortened(message, this.#maxMessageLength)} (${message.length} characters)`;
  }
}

/** An exception may have another message than a string, or none, but a client has to get one. */
function withMessage(error: GraphQLError): GraphQLError {
  if (typeof error.message === "string") return error;
  return lazyError(String(error.message ?? ""), error);
}

/** Of extensions that are too large, what clients decide by. */
function remaining({ classification, code }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    ...(jsonSizeWithin(classification, 200) > 200 ? {} : { classification }),
    ...(typeof code === "string" && code.length <= 200 ? { code } : {}),
  };
}

function sizeWithin({ message, path, locations, extensions }: GraphQLError, most: number): number {
  const places = 30 * (locations?.length ?? 0);
  return 30 + message.length + places + jsonSizeWithin(path ?? [], most) + jsonSizeWithin(extensions, most);
}

function tooManyAboutVariables(limit: number): GraphQLError {
  const message = `Cannot list all errors of the variables as their number must be <= ${limit} for their size`;
  return new GraphQLError(message, { extensions: { limit: { name: "maxErrors", value: limit } } });
}
