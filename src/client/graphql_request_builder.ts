import type { ErrorBehavior } from "../kernel/mod.ts";
import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import { type DocumentSource, readDocument } from "./document_source.ts";

/** The defaults of a client's requests. */
export interface GraphQlRequestDefaults {
  /** Headers of every request. */
  readonly headers?: HeadersInit;
  /** The effect of an error at a position of the response; absent leaves it to the service. */
  readonly onError?: ErrorBehavior;
  /** Finds documents and fragments by name. */
  readonly documentSource?: DocumentSource;
}

/** A document: its source text, the URL of a file, or a name. */
type DocumentReference = string | URL | { readonly name: string };

/** Gathers the parts of a request; each method adds one and returns the builder. */
export abstract class GraphQlRequestBuilder {
  readonly #defaults: GraphQlRequestDefaults;
  readonly #documents: DocumentReference[];
  readonly #variables: Record<string, unknown> = {};
  readonly #extensions: Record<string, unknown> = {};
  readonly #attributes = new Map<string, unknown>();
  readonly #headers: Headers;
  #operationName: string | undefined;
  #signal: AbortSignal | undefined;
  #onError: ErrorBehavior | undefined;

  /**
   * Creates the builder.
   *
   * @param document the document
   * @param defaults headers and document source of the client
   */
  constructor(document: string | URL | { readonly name: string }, defaults: GraphQlRequestDefaults) {
    this.#defaults = defaults;
    this.#documents = [document];
    this.#headers = new Headers(defaults.headers);
    this.#onError = defaults.onError;
  }

  /** Names the operation to run, for documents with several. */
  operationName(name: string): this {
    this.#operationName = name;
    return this;
  }

  /** Sets a variable; `null` is sent, `undefined` is not. */
  variable(name: string, value: unknown): this {
    return this.variables({ [name]: value });
  }

  /** Sets variables. */
  variables(values: Readonly<Record<string, unknown>>): this {
    Object.assign(this.#variables, values);
    return this;
  }

  /** Sets a protocol extension. */
  extension(name: string, value: unknown): this {
    this.#extensions[name] = value;
    return this;
  }

  /** Sets the effect of an error at a position of the response; services that do not support it ignore it. */
  onError(behavior: ErrorBehavior): this {
    this.#onError = behavior;
    return this;
  }

  /** Appends the source text of a fragment to the document. */
  fragment(text: string | URL): this {
    this.#documents.push(text);
    return this;
  }

  /** Appends a fragment that the document source finds. */
  fragmentName(name: string): this {
    this.#documents.push({ name });
    return this;
  }

  /** Sets a header. */
  header(name: string, value: string): this {
    this.#headers.set(name, value);
    return this;
  }

  /** Sets an attribute: a value for interceptors, which is not sent to the service. */
  attribute(name: string, value: unknown): this {
    this.#attributes.set(name, value);
    return this;
  }

  /** Aborts the request with the signal. */
  signal(signal: AbortSignal): this {
    this.#signal = signal;
    return this;
  }

  /** Reads the documents and assembles the request. */
  protected async request(): Promise<ClientGraphQlRequest> {
    const documents = await Promise.all(this.#documents.map((document) => this.#textOf(document)));
    return {
      document: documents.join("\n"),
      variables: this.#variables,
      extensions: this.#extensions,
      headers: this.#headers,
      attributes: this.#attributes,
      ...(this.#operationName === undefined ? {} : { operationName: this.#operationName }),
      ...(this.#onError === undefined ? {} : { onError: this.#onError }),
      ...(this.#signal === undefined ? {} : { signal: this.#signal }),
    };
  }

  async #textOf(document: DocumentReference): Promise<string> {
    if (typeof document === "string") return document;
    if (document instanceof URL) return await readDocument(document);
    if (this.#defaults.documentSource === undefined) {
      throw new TypeError(`Cannot find document "${document.name}" as there is no option "documentSource"`);
    }
    return await this.#defaults.documentSource.getDocument(document.name);
  }
}
