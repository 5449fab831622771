import { tracingChannel } from "node:diagnostics_channel";
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  validate,
} from "../../../../deps.ts";
import { isCertainlyValid, withClassification } from "../../engine/mod.ts";
import type { ExecutionInput } from "../execution_input.ts";
import type { Instrumentation } from "../instrumentation.ts";
import type { OperationGuard } from "../operation_guard.ts";
import type { PreparsedDocumentEntry } from "./preparsed_document_entry.ts";
import { unstorableTexts } from "./unstorable_texts.ts";

/** More tokens than any honest document has: what holds where no guard knows better. */
const defaultParseOptions = { maxLexicalTokens: 15_000 };

const validationChannel = tracingChannel("graphql:validate");

/** What preparing a document needs of the engine. */
export interface DocumentPreparation {
  readonly schema: GraphQLSchema;
  readonly instrumentation: Instrumentation | undefined;
  readonly guard: OperationGuard | undefined;
}

/**
 * Parses and validates the document of an input.
 *
 * @param input holds the document's text
 * @param preparation the schema and the hooks
 */
export function parseAndValidate(input: ExecutionInput, preparation: DocumentPreparation): PreparsedDocumentEntry {
  const { schema, instrumentation, guard } = preparation;
  const sourceErrors = guard?.checkSource(input.query) ?? [];
  if (sourceErrors.length > 0) return { errors: sourceErrors };
  const parsing = instrumentation?.beginParse?.({ input, schema });
  let document: DocumentNode;
  try {
    document = parse(input.query, guard?.parseOptions ?? defaultParseOptions);
  } catch (error) {
    parsing?.(undefined, error);
    return { errors: [withClassification(requestError(error), "InvalidSyntax")] };
  }
  parsing?.(document, undefined);
  const textErrors = unstorableTexts(input.query, document);
  if (textErrors.length > 0) return { errors: textErrors };
  const limitErrors = guard?.checkDocument(document) ?? [];
  if (limitErrors.length > 0) return { errors: limitErrors };
  const validation = instrumentation?.beginValidation?.({ input, schema });
  const errors = errorsIn(document, preparation);
  validation?.(errors, undefined);
  return errors.length > 0 ? { errors } : { document };
}

/** A document that is nested deeper than the stack can follow is the client's fault, whoever notices. */
function requestError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  if (error instanceof RangeError) return new GraphQLError("Cannot read the document as it is nested too deeply");
  throw error;
}

function errorsIn(document: DocumentNode, preparation: DocumentPreparation): readonly GraphQLError[] {
  try {
    return findErrors(document, preparation).map(classified);
  } catch (error) {
    return [classified(requestError(error))];
  }
}

/**
 * Most documents are plain enough for one quick pass; the specification's rules are asked about the others, and about
 * all while somebody listens to graphql-js's validation.
 */
function findErrors(document: DocumentNode, { schema, guard }: DocumentPreparation): readonly GraphQLError[] {
  const options = { hideSuggestions: guard?.hidesSuggestions };
  // A refusal by the guard is the only error that the client gets.
  const refusals = guard?.validationRules.length ? validate(schema, document, guard.validationRules, options) : [];
  if (refusals.length > 0) return refusals;
  const isCertain = !validationChannel.hasSubscribers && isCertainlyValid(schema, document);
  return isCertain ? [] : validate(schema, document, specifiedRules, options);
}

function classified(error: GraphQLError): GraphQLError {
  const isMissingRoot = /^The \w+ operation is not supported by the schema\.$/.test(error.message);
  return withClassification(error, isMissingRoot ? "OperationNotSupported" : "ValidationError");
}
