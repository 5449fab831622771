import type { ServiceIdentifier } from "../../deps.ts";
import { type MaybePromise, token } from "../kernel/mod.ts";
import type { Authentication } from "./authentication.ts";

/** The client to which a cost is charged. */
export interface ChargedClient {
  /** The authentication of the client; `undefined` without credentials. */
  readonly authentication: Authentication | undefined;
  /** Address of the peer of the connection: the client, or a proxy. */
  readonly remoteAddress: string | undefined;
  /** Headers of the request. */
  readonly headers: Headers;
}

/** The outcome of a charge. */
export interface BudgetCharge {
  /** Whether the budget sufficed; otherwise nothing was charged. */
  readonly isGranted: boolean;
  /** Headers of the response: the remaining budget, and for a rejected request the retry time. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Charges the difference between the estimated and the actual cost.
   *
   * @param actual the cost measured while the request was executed
   */
  correct(actual: number): void;
}

/** Limits the cost of each client's requests; bound by `budget()`. */
export interface RequestBudget {
  /**
   * Charges a cost before the work begins.
   *
   * @param client the charged client
   * @param cost 1 for a request, the counted cost for an operation
   * @returns the outcome; `undefined` if the client has no limit
   */
  charge(client: ChargedClient, cost: number): MaybePromise<BudgetCharge | undefined>;
}

/** Identifier of the {@linkcode RequestBudget} bean. */
export const RequestBudget: ServiceIdentifier<RequestBudget> = token<RequestBudget>("RequestBudget");

/** Charges the counted cost of an operation; its own key in the context of a request. */
export abstract class OperationCharge {
  /**
   * @param cost as the limits count it
   * @throws ResponseStatusError if the remaining budget is insufficient
   */
  abstract charge(cost: number): MaybePromise<void>;
}
