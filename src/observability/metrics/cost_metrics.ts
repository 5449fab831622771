import { OperationCharge } from "../../context/mod.ts";
import type {
  WebGraphQlChain,
  WebGraphQlInterceptor,
  WebGraphQlRequest,
  WebGraphQlResponse,
} from "../../graphql/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import { OwnHistogram, type OwnMetrics } from "./own_metrics.ts";

/** Measures what operations cost by the rules of `graphql.maxCost`, before they are executed. */
export class CostMetrics implements WebGraphQlInterceptor {
  /** Inside of the budget, whose charge is made all the same. */
  readonly order = 1_001;
  readonly #costs: OwnHistogram;

  /** @param metrics gets the instrument */
  constructor(metrics: OwnMetrics) {
    const options = { name: "graphql.operation.cost", description: "Cost of GraphQL operations.", unit: "{field}" };
    this.#costs = metrics.add(new OwnHistogram(options, [1, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000]));
  }

  intercept(request: WebGraphQlRequest, next: WebGraphQlChain): MaybePromise<WebGraphQlResponse> {
    const budget = request.graphQlContext.get<OperationCharge>(OperationCharge);
    const charge: OperationCharge = {
      charge: (cost) => {
        // A cost beyond the range of numbers would make every sum infinite.
        if (Number.isFinite(cost)) this.#costs.record(cost, {});
        return budget?.charge(cost);
      },
    };
    request.graphQlContext.put(OperationCharge, charge);
    return next(request);
  }
}
