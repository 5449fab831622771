import type { BudgetCharge, RequestBudget } from "../../context/mod.ts";
import {
  type CorsPolicy,
  type HttpExchange,
  type HttpInterceptor,
  type NextHttpHandler,
  problem,
  refusalProblem,
} from "../../http/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";

/** Charges every request, and sends clients their remaining budget. */
export class BudgetInterceptor implements HttpInterceptor {
  /** Runs inside of authentication. */
  readonly order = -400;
  readonly #budget: RequestBudget;
  readonly #cors: CorsPolicy;
  readonly #graphQlPath: string | undefined;

  /**
   * @param budget is charged
   * @param cors lets cross-origin pages read error responses
   * @param graphQlPath path of the endpoint that charges its operations itself
   */
  constructor(budget: RequestBudget, cors: CorsPolicy, graphQlPath: string | undefined) {
    this.#graphQlPath = graphQlPath;
    this.#budget = budget;
    this.#cors = cors;
  }

  intercept(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    const { request: { method, headers }, authentication, remoteAddress } = exchange;
    if (exchange.path === this.#graphQlPath) return next(exchange);
    // A preflight has no credentials.
    if (method === "OPTIONS" && headers.has("access-control-request-method")) return next(exchange);
    const charge = this.#budget.charge({ authentication, remoteAddress, headers }, 1);
    if (!(charge instanceof Promise)) return this.#charged(charge, exchange, next);
    return charge.then(
      (settled) => this.#charged(settled, exchange, next),
      (error) => {
        const refusal = refusalProblem(error, authentication);
        if (refusal === undefined) throw error;
        return this.#cors.permit(exchange.request, refusal);
      },
    );
  }

  #charged(
    charge: BudgetCharge | undefined,
    exchange: HttpExchange,
    next: NextHttpHandler,
  ): MaybePromise<Response> {
    if (charge === undefined) return next(exchange);
    if (!charge.isGranted) return this.#cors.permit(exchange.request, refusal(charge));
    const response = next(exchange);
    return response instanceof Promise
      ? response.then((settled) => corrected(settled, charge, exchange))
      : corrected(response, charge, exchange);
  }
}

function refusal({ headers }: BudgetCharge): Response {
  const detail = `Cannot answer the request as the client has spent its budget: try again in ${
    headers["retry-after"]
  } s`;
  return problem({ status: 429, detail, headers });
}

/** The actual cost of a document is known after it was written. */
function corrected(response: Response, charge: BudgetCharge, exchange: HttpExchange): Response {
  charge.correct(1 + (exchange.resultBudget?.values ?? 0));
  return withHeaders(response, charge, exchange);
}

function withHeaders(response: Response, { headers }: BudgetCharge, { request }: HttpExchange): Response {
  // The response of a handshake belongs to the server.
  if (request.headers.has("upgrade")) return response;
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}
