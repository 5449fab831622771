import type { BudgetCharge, ChargedClient, RequestBudget } from "../../context/mod.ts";
import { ResponseStatusError } from "../../http/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import type { BucketLimits, BucketStore, Taken } from "./token_bucket.ts";

/** The parts of a {@linkcode BucketBudget}. */
export interface BucketBudgetParts {
  readonly store: BucketStore;
  readonly limits: BucketLimits;
  /** Names the policy in headers. */
  readonly name: string;
  /** Whether requests are refused while the store is away. */
  readonly refusesWhenAway: boolean;
  /** The bucket of a client; `undefined` is not limited. */
  readonly keyOf: (client: ChargedClient) => string | undefined;
}

/** Charges the buckets of clients. */
export class BucketBudget implements RequestBudget {
  readonly #parts: BucketBudgetParts;

  /** @param parts buckets and limits */
  constructor(parts: BucketBudgetParts) {
    this.#parts = parts;
  }

  charge(client: ChargedClient, cost: number): MaybePromise<BudgetCharge | undefined> {
    const key = this.#parts.keyOf(client);
    if (key === undefined) return undefined;
    const taken = this.#parts.store.take(key, cost);
    if (taken instanceof Promise) return taken.then((settled) => this.#chargeOf(settled, key, cost));
    return this.#chargeOf(taken, key, cost);
  }

  #chargeOf(taken: Taken | undefined, key: string, cost: number): BudgetCharge | undefined {
    if (taken === undefined) {
      if (!this.#parts.refusesWhenAway) return undefined;
      const message = "Cannot answer the request as its cost cannot be counted at the moment";
      throw new ResponseStatusError(503, message, { headers: { "retry-after": "5" } });
    }
    const { store, limits } = this.#parts;
    const charged = Math.min(cost, limits.capacity);
    return {
      isGranted: taken.isGranted,
      headers: this.#headers(taken, charged),
      correct: (actual) => {
        if (actual !== charged) store.adjust(key, actual - charged);
      },
    };
  }

  /** As draft-ietf-httpapi-ratelimit-headers-10 has them. */
  #headers({ isGranted, tokens }: Taken, needed: number): Record<string, string> {
    const { name, limits: { capacity, perSecond } } = this.#parts;
    const secondsUntil = (wanted: number) => Math.max(0, Math.ceil((wanted - tokens) / perSecond));
    return {
      "ratelimit-policy": `"${name}";q=${Math.floor(capacity)};w=${Math.ceil(capacity / perSecond)}`,
      "ratelimit": `"${name}";r=${Math.max(0, Math.floor(tokens))};t=${secondsUntil(capacity)}`,
      ...(isGranted ? {} : { "retry-after": String(Math.max(1, secondsUntil(needed))) }),
    };
  }
}
