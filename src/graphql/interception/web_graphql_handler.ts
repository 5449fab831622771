import type { MaybePromise } from "../../kernel/mod.ts";
import type { ExecutionGraphQlService } from "../execution/mod.ts";
import { WebGraphQlHandlerBuilder } from "./web_graphql_handler_builder.ts";
import type { WebGraphQlRequest } from "./web_graphql_request.ts";
import type { WebGraphQlResponse } from "./web_graphql_response.ts";

/** The one entry of all web transports: interceptors, then the service. The class is the identifier of the bean. */
export abstract class WebGraphQlHandler {
  /**
   * Begins a handler.
   *
   * @param service executes what comes through the interceptors
   */
  static builder(service: ExecutionGraphQlService): WebGraphQlHandlerBuilder {
    return new WebGraphQlHandlerBuilder(service);
  }

  /**
   * Takes an operation through the interceptors to the service and back.
   *
   * @returns the response; a promise only where something asynchronous happened
   */
  abstract handleRequest(request: WebGraphQlRequest): MaybePromise<WebGraphQlResponse>;
}
