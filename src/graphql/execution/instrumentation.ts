import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema, ServiceIdentifier } from "../../../deps.ts";
import { type MaybePromise, type Ordered, token } from "../../kernel/mod.ts";
import type { DataFetcher } from "../wiring/mod.ts";
import type { ExecutionInput } from "./execution_input.ts";

/** What every phase of an execution sees. */
export interface InstrumentationParameters {
  /** The execution. */
  readonly input: ExecutionInput;
  /** The schema that the operation is executed against. */
  readonly schema: GraphQLSchema;
}

/** What the execution of an operation sees. */
export interface ExecuteOperationParameters extends InstrumentationParameters {
  /** The parsed and validated document. Where it was known by another of the same shape, reading it parses it. */
  readonly document: DocumentNode;
  /** The operation that is executed. */
  readonly operation: { readonly kind: "query" | "mutation" | "subscription"; readonly name: string | undefined };
}

/** A field whose data fetcher may be replaced; asked once per field, when the schema is made. */
export interface InstrumentedField {
  /** The type that declares the field. */
  readonly typeName: string;
  /** The field. */
  readonly fieldName: string;
  /** The schema that is being made. */
  readonly schema: GraphQLSchema;
}

/**
 * Called at the end of a phase with its result, or with the error that it ended in.
 *
 * @param result what the phase produced; `undefined` when it failed
 * @param error what the phase failed with; `undefined` when it did not
 */
export type PhaseEnd<R> = (result: R | undefined, error: unknown) => void;

/**
 * Takes part in the phases of an execution. Every method is optional; the begin methods may return a function that is
 * called when the phase ends.
 *
 * Several instrumentations begin in order and end in reverse.
 */
export interface Instrumentation extends Ordered {
  /** May replace the input, or put values into its context. */
  instrumentExecutionInput?(input: ExecutionInput): ExecutionInput;
  /** The whole execution, parsing included. */
  beginExecution?(parameters: InstrumentationParameters): PhaseEnd<ExecutionResult> | void;
  /**
   * Runs the whole execution, for instrumentations that put it into asynchronous surroundings of their own.
   *
   * @param parameters the same as for `beginExecution`, which was called before
   * @param execute executes; call it once
   * @returns what `execute` returns
   */
  runExecution?<R>(parameters: InstrumentationParameters, execute: () => R): R;
  /** Parsing; not called for a document that is kept. */
  beginParse?(parameters: InstrumentationParameters): PhaseEnd<DocumentNode> | void;
  /** Validation; not called for a document that is kept. */
  beginValidation?(parameters: InstrumentationParameters): PhaseEnd<readonly GraphQLError[]> | void;
  /** Execution of the operation; for a subscription until the stream is there. */
  beginExecuteOperation?(parameters: ExecuteOperationParameters): PhaseEnd<ExecutionResult> | void;
  /**
   * Replaces the data fetcher of a field. Called once per field when the schema is made, and only for fields that have
   * a data fetcher: what is wrapped here is paid per fetch.
   */
  instrumentDataFetcher?(fetcher: DataFetcher, field: InstrumentedField): DataFetcher;
  /** May replace the result. */
  instrumentExecutionResult?(
    result: ExecutionResult,
    parameters: InstrumentationParameters,
  ): MaybePromise<ExecutionResult>;
}

/** Identifier of the {@linkcode Instrumentation} beans. */
export const Instrumentation: ServiceIdentifier<Instrumentation> = token<Instrumentation>("Instrumentation");
