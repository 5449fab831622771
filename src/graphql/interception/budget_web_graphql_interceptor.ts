import { Authentication, type BudgetCharge, OperationCharge, type RequestBudget } from "../../context/mod.ts";
import { ResponseStatusError } from "../../http/mod.ts";
import { ResultBudget } from "../../kernel/mod.ts";
import type { WebGraphQlChain, WebGraphQlInterceptor } from "./web_graphql_interceptor.ts";
import type { WebGraphQlRequest } from "./web_graphql_request.ts";
import type { WebGraphQlResponse } from "./web_graphql_response.ts";

/**
 * Charges clients for operations, on every transport: 1 for the request, its estimated cost, and the values fetched.
 */
export class BudgetWebGraphQlInterceptor implements WebGraphQlInterceptor {
  /** Runs after interceptors that authenticate. */
  readonly order = 1_000;
  readonly #budget: RequestBudget;
  /** The number of values charged already: the operations of a batch share a count. */
  readonly #charged = new WeakMap<ResultBudget, number>();

  /** @param budget the budget that is charged */
  constructor(budget: RequestBudget) {
    this.#budget = budget;
  }

  async intercept(request: WebGraphQlRequest, next: WebGraphQlChain): Promise<WebGraphQlResponse> {
    const { graphQlContext, headers, remoteAddress } = request;
    const authentication = graphQlContext.get<Authentication>(Authentication);
    const take = async (cost: number): Promise<BudgetCharge | undefined> => {
      const charge = await this.#budget.charge({ authentication, remoteAddress, headers }, cost);
      if (charge === undefined || charge.isGranted) return charge;
      throw refusal(charge);
    };
    const ofRequest = await take(1);
    if (ofRequest === undefined) return await next(request);
    let ofOperation: BudgetCharge | undefined;
    const operationCharge: OperationCharge = {
      charge: async (cost) => {
        ofOperation = await take(cost);
      },
    };
    graphQlContext.put(OperationCharge, operationCharge);
    const response = await next(request);
    // The events of a stream are not counted yet.
    if (response.stream === undefined) ofOperation?.correct(this.#newValues(graphQlContext.get(ResultBudget)));
    for (const [name, value] of Object.entries((ofOperation ?? ofRequest).headers)) {
      response.responseHeaders.set(name, value);
    }
    return response;
  }

  #newValues(counted: ResultBudget | undefined): number {
    if (counted === undefined) return 0;
    const known = this.#charged.get(counted) ?? 0;
    this.#charged.set(counted, counted.values);
    return counted.values - known;
  }
}

function refusal({ headers }: BudgetCharge): ResponseStatusError {
  const message = `Cannot execute the operation as the client has spent its budget: try again in ${
    headers["retry-after"]
  } s`;
  return new ResponseStatusError(429, message, { headers, classification: "TOO_MANY_REQUESTS" });
}
