import { GraphQLContext } from "../../../context/mod.ts";
import type { ErrorBehavior } from "../../../kernel/mod.ts";
import { Cancellation } from "../cancellation.ts";
import { ExecutionInput } from "../execution_input.ts";

/** Changes the input of the engine; may return another one. */
export type ExecutionInputConfigurer = (input: ExecutionInput) => ExecutionInput;

/** What an {@linkcode ExecutionGraphQlRequest} is made of. */
export interface ExecutionGraphQlRequestParts {
  /** Identifies the request, given by the transport. */
  readonly id: string;
  /** The document's text. */
  readonly document: string;
  /** Which operation of the document to run, where there are several. */
  readonly operationName?: string | undefined;
  /** The variables as the client sent them. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** What the client sent beside the document. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  /** What becomes of a position of the response that fails, where the client said so. */
  readonly onError?: ErrorBehavior | undefined;
  /** BCP 47 tag of the language that the client prefers, or what finds it when it is asked for. */
  readonly locale?: string | undefined | (() => string | undefined);
  /** Cancels the execution, for example when the client leaves. */
  readonly cancellation?: Cancellation | undefined;
}

/** A GraphQL request, independent of the transport. */
export class ExecutionGraphQlRequest {
  /** Names the request; also the execution, unless a provider names that. */
  readonly id: string;
  /** The document's text. */
  readonly document: string;
  /** Which operation of the document to run, where there are several. */
  readonly operationName: string | undefined;
  /** The variables as the client sent them. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** What the client sent beside the document. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** What becomes of a position of the response that fails, where the client said so. */
  readonly onError: ErrorBehavior | undefined;
  /** Cancels the execution. */
  readonly cancellation: Cancellation;
  /** Values for data fetchers and everything else of this request. */
  readonly graphQlContext: GraphQLContext = new GraphQLContext();
  /** Overrides the id of the execution; by default the request's id. */
  executionId: string | undefined;
  readonly #locale: ExecutionGraphQlRequestParts["locale"];
  #configurers: ExecutionInputConfigurer[] | undefined;

  /**
   * Creates the request.
   *
   * @param parts what the transport read
   */
  constructor(parts: ExecutionGraphQlRequestParts) {
    this.id = parts.id;
    this.document = parts.document;
    this.operationName = parts.operationName;
    this.variables = parts.variables ?? {};
    this.extensions = parts.extensions ?? {};
    this.onError = parts.onError;
    this.#locale = parts.locale;
    this.cancellation = parts.cancellation ?? new Cancellation();
  }

  /** The language that the client prefers, a BCP 47 tag. */
  get locale(): string | undefined {
    return typeof this.#locale === "function" ? this.#locale() : this.#locale;
  }

  /** Adds code that changes the input of the engine. Configurers run in order; the last word is theirs. */
  configureExecutionInput(configurer: ExecutionInputConfigurer): this {
    (this.#configurers ??= []).push(configurer);
    return this;
  }

  /**
   * Makes the input of the engine.
   *
   * @param executionId names the execution, by default the explicit id or the request's; `null` lets the engine name it
   */
  toExecutionInput(executionId: string | null = this.executionId ?? this.id): ExecutionInput {
    const input = new ExecutionInput({
      query: this.document,
      operationName: this.operationName,
      variables: this.variables,
      extensions: this.extensions,
      onError: this.onError,
      locale: this.#locale,
      executionId: executionId ?? undefined,
      graphQlContext: this.graphQlContext,
      // A limit ends the execution and what works for it, while the transport still has to answer.
      cancellation: new Cancellation(this.cancellation),
    });
    return this.#configurers ? this.#configurers.reduce((current, change) => change(current), input) : input;
  }

  /** The request as the body that a client would send. */
  toMap(): Record<string, unknown> {
    const isEmpty = (map: object) => Object.keys(map).length === 0;
    return {
      query: this.document,
      ...(this.operationName === undefined ? {} : { operationName: this.operationName }),
      ...(isEmpty(this.variables) ? {} : { variables: this.variables }),
      ...(isEmpty(this.extensions) ? {} : { extensions: this.extensions }),
      ...(this.onError === undefined ? {} : { onError: this.onError }),
    };
  }
}
