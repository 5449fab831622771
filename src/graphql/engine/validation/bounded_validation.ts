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
  /** The maximum number of selections that are visited to find fields that can't be merged. */
  readonly maxSteps: number;
  /** The maximum number of errors. */
  readonly maxErrors: number;
  /** The maximum number of characters of all messages; the message that exceeds it is the last one. */
  readonly maxCharacters: number;
}

/** The rules and bounds of a validation. */
export interface ValidationOptions extends ValidationBounds {
  /** The rules; by default those of the specification. */
  readonly rules?: readonly ValidationRule[];
  readonly hideSuggestions: boolean;
}

/** The result of a validation. */
export interface ValidationOutcome {
  readonly errors: readonly GraphQLError[];
  /** The reason for its end: everything was checked, or a limit on errors or steps was reached. */
  readonly end: "complete" | "tooManyErrors" | "tooManySteps";
}

/** The rules of graphql-js whose time is linear in the size of the document, or that limit themselves. */
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
    // graphql-js aborts with an error in the list, whose message does not name the limit.
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

  /** Runs first, and counts the errors of all rules: messages of graphql-js may quote whole inputs. */
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
    // Another rule reports the cycle, in which the comparison would not terminate.
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
