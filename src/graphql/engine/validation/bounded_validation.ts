import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  OverlappingFieldsCanBeMergedRule,
  specifiedRules,
  validate,
  type ValidationRule,
} from "../../../../deps.ts";
import { FieldMerge } from "./field_merge.ts";
import { hasFragmentCycle } from "./fragment_cycles.ts";

/** Bounds of a validation; `Infinity` means no limit. */
export interface ValidationBounds {
  /** Most selections that are looked at to find fields that can't be merged. */
  readonly maxSteps: number;
  /** Most errors. */
  readonly maxErrors: number;
  /** Most characters of all messages; the message that goes beyond is the last one. */
  readonly maxCharacters: number;
}

/** What a validation checks, and within which bounds. */
export interface ValidationOptions extends ValidationBounds {
  /** The rules; by default those of the specification. */
  readonly rules?: readonly ValidationRule[];
  readonly hideSuggestions: boolean;
}

/** What a validation found. */
export interface ValidationOutcome {
  readonly errors: readonly GraphQLError[];
  /** What ended it: all was checked, there were too many errors, or it took too many steps. */
  readonly end: "complete" | "tooManyErrors" | "tooManySteps";
}

/** The rules of graphql-js that take time in proportion to a document, or end by themselves. */
const linearRules = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule);

/**
 * Validates a document in bounded time.
 *
 * @param schema the schema
 * @param document a parsed document
 * @param options rules and bounds
 * @returns the errors as far as they fit the bounds
 */
export function validateWithin(
  schema: GraphQLSchema,
  document: DocumentNode,
  options: ValidationOptions,
): ValidationOutcome {
  const { hideSuggestions, maxSteps, rules = [...linearRules, fieldMergeRule(maxSteps)] } = options;
  const report = new BoundedReport(options);
  try {
    // graphql-js gives up by an error in the list, in words that name no limit.
    const found = validate(schema, document, [report.rule, ...rules], { hideSuggestions, maxErrors: Infinity });
    return { errors: report.errors, end: found.length > 0 ? "tooManySteps" : "complete" };
  } catch (error) {
    if (error instanceof EndOfValidation) return { errors: report.errors, end: error.end };
    throw error;
  }
}

/** Thrown to end a validation. */
class EndOfValidation extends Error {
  readonly end: "tooManyErrors" | "tooManySteps";

  constructor(end: "tooManyErrors" | "tooManySteps") {
    super(end);
    this.end = end;
  }
}

class BoundedReport {
  readonly errors: GraphQLError[] = [];
  readonly #bounds: ValidationBounds;
  #characters = 0;

  constructor(bounds: ValidationBounds) {
    this.#bounds = bounds;
  }

  /** Comes first, and takes the errors of all rules. graphql-js makes messages of whole inputs: counting them ends that. */
  readonly rule: ValidationRule = (context) => {
    context.reportError = (error) => this.#add(error);
    return {};
  };

  #add(error: GraphQLError): void {
    const { maxErrors, maxCharacters } = this.#bounds;
    if (this.errors.length >= maxErrors || this.#characters > maxCharacters) throw new EndOfValidation("tooManyErrors");
    this.errors.push(error);
    this.#characters += error.message.length;
  }
}

function fieldMergeRule(maxSteps: number): ValidationRule {
  return (context) => {
    // Another rule tells of the cycle, along which the comparison would find no end.
    if (hasFragmentCycle(context.getDocument())) return {};
    let steps = 0;
    const merge = new FieldMerge(context.getSchema(), context.getDocument(), {
      onStep: () => {
        if (++steps > maxSteps) throw new EndOfValidation("tooManySteps");
      },
      onConflict: ({ responseName, reason, nodes }) => {
        const advice = "Use different aliases on the fields to fetch both if this was intentional.";
        const message = `Fields "${responseName}" conflict because ${reason}. ${advice}`;
        context.reportError(new GraphQLError(message, { nodes }));
      },
    });
    return { OperationDefinition: (node) => merge.check(node) };
  };
}
