import { deprecationHeadersOf } from "./deprecation_headers.ts";
import { changedResult, ExecutionGraphQlResponse, type ResponseChanges } from "../execution/mod.ts";

/** A response on its way back through the interceptors. */
export class WebGraphQlResponse extends ExecutionGraphQlResponse {
  #responseHeaders: Headers | undefined;

  /**
   * Wraps the response of the service.
   *
   * @param response the response of the service
   */
  static from(response: ExecutionGraphQlResponse): WebGraphQlResponse {
    const { executionInput, executionResult } = response;
    const taken = new WebGraphQlResponse(executionInput, executionResult);
    const headers = deprecationHeadersOf(executionInput.graphQlContext);
    if (headers !== undefined) taken.#responseHeaders = new Headers(headers);
    return taken;
  }

  /** Headers of the transport's response; interceptors may add to them. */
  get responseHeaders(): Headers {
    return this.#responseHeaders ??= new Headers();
  }

  /** Whether an interceptor set a header; does not create the headers. */
  get hasResponseHeaders(): boolean {
    return this.#responseHeaders !== undefined;
  }

  /** Creates a response with other parts, which shares headers and cookies with this one. */
  override transform(changes: ResponseChanges): WebGraphQlResponse {
    const changed = new WebGraphQlResponse(this.executionInput, changedResult(this.executionResult, changes));
    // An interceptor with a reference to this response can still set headers of the sent one.
    changed.#responseHeaders = this.responseHeaders;
    return changed;
  }
}
