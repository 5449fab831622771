import { tracingChannel } from "node:diagnostics_channel";
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  type ParseOptions,
  type ValidationRule,
} from "../../../../deps.ts";
import { isCertainlyValid, validateWithin, withClassification } from "../../engine/mod.ts";
import { ErrorLimits } from "../errors/error_limits.ts";
import type { ExecutionInput } from "../execution_input.ts";
import type { SecretInputs } from "../../wiring/mod.ts";
import type { Instrumentation } from "../instrumentation.ts";
import type { OperationGuard } from "../operation_guard.ts";
import type { PreparsedDocumentEntry } from "./preparsed_document_entry.ts";
import { unstorableTexts } from "./unstorable_texts.ts";

/** Default token limit, used when no operation guard sets one. */
const defaultParseOptions: ParseOptions = { maxLexicalTokens: 15_000 };

/** As the default of the property. */
const defaultMaxValidationSteps = 50_000;

/**
 * Longest document whose errors tell lines and columns: graphql-js counts the lines from the start of the document for
 * each error that it makes, which takes 50 ms in a megabyte of empty lines.
 */
const maxLocated = { characters: 65_536, lines: 1_000 };

const validationChannel = tracingChannel("graphql:validate");

/** What preparing a document needs of the engine. */
export interface DocumentPreparation {
  readonly schema: GraphQLSchema;
  readonly instrumentation: Instrumentation | undefined;
  readonly guard: OperationGuard | undefined;
  /** Inputs whose values errors must not quote; absent where there are none. */
  readonly secrets?: SecretInputs | undefined;
}

/** A document after parsing and validation. */
type ValidatedDocument =
  | {
    readonly document: DocumentNode;
    readonly errors?: undefined;
    /** Whether no rule was asked but the plain ones, which know neither names of operations nor locations. */
    readonly isPlain: boolean;
  }
  | { readonly document?: undefined; readonly errors: readonly GraphQLError[]; readonly isPlain?: undefined };

/**
 * Checks the text of an input, before anything is read of it.
 *
 * @param input holds the document's text
 * @param preparation the hooks
 * @returns the errors of a text that is refused
 */
export function refusedSource(
  { query }: ExecutionInput,
  { guard }: DocumentPreparation,
): PreparsedDocumentEntry | undefined {
  const errors = guard?.checkSource(query) ?? [];
  return errors.length === 0 ? undefined : { errors: (guard?.errorLimits ?? ErrorLimits.byDefault).bounded(errors) };
}

/**
 * Parses a text that is known to be a document.
 *
 * @param text the document
 * @param guard bounds the parser
 */
export function parseText(text: string, guard: OperationGuard | undefined): DocumentNode {
  return parse(text, parseOptionsFor(text, guard));
}

/**
 * Parses and validates the document of an input.
 *
 * @param input holds the document's text, which was not refused
 * @param preparation the schema and the hooks
 */
export function parseAndValidate(input: ExecutionInput, preparation: DocumentPreparation): ValidatedDocument {
  const { schema, instrumentation, guard } = preparation;
  const { errorLimits = ErrorLimits.byDefault } = guard ?? {};
  const refused = (errors: readonly GraphQLError[]) => ({ errors: errorLimits.bounded(errors) });
  const parsing = instrumentation?.beginParse?.({ input, schema });
  let document: DocumentNode;
  try {
    document = parseText(input.query, guard);
  } catch (error) {
    parsing?.(undefined, error);
    return refused([withClassification(namingLimit(requestError(error), guard), "InvalidSyntax")]);
  }
  parsing?.(document, undefined);
  const textErrors = unstorableTexts(input.query, document);
  if (textErrors.length > 0) return refused(textErrors);
  const limitErrors = guard?.checkDocument(document) ?? [];
  if (limitErrors.length > 0) return refused(limitErrors);
  const validation = instrumentation?.beginValidation?.({ input, schema });
  const errors = errorsIn(document, preparation, errorLimits);
  validation?.(errors ?? [], undefined);
  return errors !== undefined && errors.length > 0 ? { errors } : { document, isPlain: errors === undefined };
}

function parseOptionsFor(text: string, guard: OperationGuard | undefined): ParseOptions {
  const options = guard?.parseOptions ?? defaultParseOptions;
  return isLocated(text) ? options : { ...options, noLocation: true };
}

function isLocated(text: string): boolean {
  if (text.length > maxLocated.characters) return false;
  if (text.length <= maxLocated.lines) return true;
  let lines = 0;
  for (let at = 0; at < text.length && lines <= maxLocated.lines; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) lines++;
  }
  return lines <= maxLocated.lines;
}

/** The parser says that a document is too long, but not which property has the limit. */
function namingLimit(error: GraphQLError, guard: OperationGuard | undefined): GraphQLError {
  const value = guard?.parseOptions.maxLexicalTokens;
  if (
    value === undefined || !/^Syntax Error: Document contains more than \d+ (tokens|comments)\./.test(error.message)
  ) {
    return error;
  }
  const { message, source, positions } = error;
  return new GraphQLError(message, { source, positions, extensions: { limit: { name: "maxTokens", value } } });
}

/** A document that is nested deeper than the stack can follow is the client's fault, whoever notices. */
function requestError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  if (error instanceof RangeError) return new GraphQLError("Cannot read the document as it is nested too deeply");
  throw error;
}

/** @returns `undefined` for a plain document, which has none */
function errorsIn(
  document: DocumentNode,
  preparation: DocumentPreparation,
  errorLimits: ErrorLimits,
): readonly GraphQLError[] | undefined {
  try {
    return findErrors(document, preparation, errorLimits)?.map(classified);
  } catch (error) {
    return [classified(requestError(error))];
  }
}

/**
 * Most documents are plain enough for one quick pass; the specification's rules are asked about the others, and about
 * all while somebody listens to graphql-js's validation.
 */
function findErrors(
  document: DocumentNode,
  { schema, guard, secrets }: DocumentPreparation,
  errorLimits: ErrorLimits,
): readonly GraphQLError[] | undefined {
  const { maxValidationSteps: maxSteps = defaultMaxValidationSteps, validationRules = [] } = guard ?? {};
  const { maxErrors, maxCharacters } = errorLimits;
  const hideSuggestions = guard?.hidesSuggestions ?? false;
  const validate = (rules?: readonly ValidationRule[]) => {
    const options = { ...(rules ? { rules } : {}), hideSuggestions, maxSteps, maxErrors, maxCharacters };
    const { errors, end } = validateWithin(schema, document, options);
    const listed = errorLimits.bounded(secrets?.withoutValues(errors, document) ?? errors);
    if (end === "complete") return listed;
    return [...listed, end === "tooManySteps" ? tooMuchValidation(maxSteps) : errorLimits.unlisted(listed.length)];
  };
  // A refusal by the guard is the only error that the client gets.
  const refusals = validationRules.length > 0 ? validate(validationRules) : [];
  if (refusals.length > 0) return refusals;
  const isCertain = !validationChannel.hasSubscribers && isCertainlyValid(schema, document);
  return isCertain ? undefined : validate();
}

function tooMuchValidation(value: number): GraphQLError {
  return new GraphQLError(
    `Cannot validate the document as the number of selections that are compared must be <= ${value}: use fewer ` +
      "fragments and repeated fields",
    { extensions: { classification: "BAD_REQUEST", limit: { name: "maxValidationSteps", value } } },
  );
}

function classified(error: GraphQLError): GraphQLError {
  const isMissingRoot = /^The \w+ operation is not supported by the schema\.$/.test(error.message);
  return withClassification(error, isMissingRoot ? "OperationNotSupported" : "ValidationError");
}
