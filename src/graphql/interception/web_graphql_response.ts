import { deprecationHeadersOf } from "./deprecation_headers.ts";
import { changedResult, ExecutionGraphQlResponse, type ResponseChanges } from "../execution/mod.ts";

/** A response on its way back through the interceptors. */
export class WebGraphQlResponse extends ExecutionGraphQlResponse {
  #responseHeaders: Headers | undefined;

  /**
   * Takes over the response of the service.
   *
   * @param response what the service answered
   */
  static from(response: ExecutionGraphQlResponse): WebGraphQlResponse {
    const { executionInput, executionResult } = response;
    const taken = new WebGraphQlResponse(executionInput, executionResult);
    const headers = deprecationHeadersOf(executionInput.graphQlContext);
    if (headers !== undefined) taken.#responseHeaders = new Headers(headers);
    return taken;
  }

  /** Headers for the answer of the transport; add to them. */
  get responseHeaders(): Headers {
    return this.#responseHeaders ??= new Headers();
  }

  /** Whether an interceptor set a header; asks without making any. */
  get hasResponseHeaders(): boolean {
    return this.#responseHeaders !== undefined;
  }

  /** Makes a response with other parts, which keeps its headers and cookies. */
  override transform(changes: ResponseChanges): WebGraphQlResponse {
    const changed = new WebGraphQlResponse(this.executionInput, changedResult(this.executionResult, changes));
    // Whoever holds the response from before goes on to set headers of the same answer.
    changed.#responseHeaders = this.responseHeaders;
    return changed;
  }
}
