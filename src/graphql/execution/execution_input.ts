import { GraphQLContext } from "../../context/mod.ts";
import type { ErrorBehavior } from "../../kernel/mod.ts";
import type { DataLoaderRegistry } from "../wiring/mod.ts";
import { Cancellation } from "./cancellation.ts";

/** What an {@linkcode ExecutionInput} is made of. */
export interface ExecutionInputParts {
  /** The document's text. */
  readonly query: string;
  /** Names the operation where the document has several. */
  readonly operationName?: string | undefined;
  /** The raw variables. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** Protocol extensions. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  /** What becomes of a position of the response that fails; the service's default where the client said nothing. */
  readonly onError?: ErrorBehavior | undefined;
  /** BCP 47 tag, or what finds it when it is asked for; by default the process's. */
  readonly locale?: string | undefined | (() => string | undefined);
  /** Names the execution; absent lets the engine's provider make one. */
  readonly executionId?: string | undefined;
  /** The request's context. */
  readonly graphQlContext?: GraphQLContext | undefined;
  /** A registry of the caller's own, which the service extends. */
  readonly dataLoaderRegistry?: DataLoaderRegistry | undefined;
  /** Makes a registry for one event of a subscription; absent where the events share the caller's own. */
  readonly newDataLoaders?: (() => DataLoaderRegistry) | undefined;
  /** The source of the root fields. */
  readonly rootValue?: unknown;
  /** Tells whether the client left or time is up. */
  readonly cancellation?: Cancellation | undefined;
}

/** One execution as the engine gets it. */
export class ExecutionInput {
  /** The document's text. */
  readonly query: string;
  /** Which operation of the document to run, where there are several. */
  readonly operationName: string | undefined;
  /** The variables as the client sent them. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** What the client sent beside the document. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** What becomes of a position of the response that fails; absent lets the service's default decide. */
  readonly onError: ErrorBehavior | undefined;
  /** Names the execution in logs and masked errors. */
  readonly executionId: string | undefined;
  /** The request's context. */
  readonly graphQlContext: GraphQLContext;
  /** The request's data loaders. */
  readonly dataLoaderRegistry: DataLoaderRegistry | undefined;
  /** Makes the data loaders when they are first needed. */
  readonly newDataLoaders: (() => DataLoaderRegistry) | undefined;
  /** The source of the root fields. */
  readonly rootValue: unknown;
  /** Tells whether the client left or time is up. */
  readonly cancellation: Cancellation;
  readonly #locale: ExecutionInputParts["locale"];

  /**
   * Creates the input.
   *
   * @param parts the document and what goes with it
   */
  constructor(parts: ExecutionInputParts) {
    this.query = parts.query;
    this.operationName = parts.operationName;
    this.variables = parts.variables ?? {};
    this.extensions = parts.extensions ?? {};
    this.onError = parts.onError;
    this.#locale = parts.locale;
    this.executionId = parts.executionId;
    this.graphQlContext = parts.graphQlContext ?? new GraphQLContext();
    this.dataLoaderRegistry = parts.dataLoaderRegistry;
    this.newDataLoaders = parts.newDataLoaders;
    this.rootValue = parts.rootValue;
    this.cancellation = parts.cancellation ?? new Cancellation();
  }

  /** The language that the client prefers, a BCP 47 tag. */
  get locale(): string {
    const locale = typeof this.#locale === "function" ? this.#locale() : this.#locale;
    return locale ?? navigator.language;
  }

  /** Makes an input that differs in some parts; the context and the cancellation stay shared. */
  transform(changes: Partial<ExecutionInputParts>): ExecutionInput {
    return new ExecutionInput({ ...this, locale: this.#locale, ...changes });
  }

  /** Cancels the execution: nested fetchers that have not started are not called any more. */
  cancel(reason?: unknown): void {
    this.cancellation.cancel(reason);
  }
}
