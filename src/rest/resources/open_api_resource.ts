import type { HttpExchange } from "../../http/mod.ts";
import { documentResponse } from "../hal/hal_response.ts";
import { openApiDocument } from "../profile/open_api.ts";
import { otherMethod } from "./allowed_methods.ts";
import type { Resource } from "./resource.ts";
import type { RestContext } from "./rest_context.ts";

/** `/openapi.json`: the OpenAPI document of all collections. */
export class OpenApiResource implements Resource {
  readonly methods: readonly string[] = ["GET", "HEAD"];
  readonly #context: RestContext;

  /** @param context configuration and collections */
  constructor(context: RestContext) {
    this.#context = context;
  }

  handle(exchange: HttpExchange): Response {
    const { method } = exchange.request;
    if (!this.methods.includes(method)) return otherMethod(method, this.methods);
    if (method === "HEAD") return new Response(null, { status: 204 });
    return documentResponse(openApiDocument(this.#context, this.#context.base(exchange)), { type: "application/json" });
  }
}
