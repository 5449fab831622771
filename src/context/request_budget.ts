import type { ServiceIdentifier } from "../../deps.ts";
import { type MaybePromise, token } from "../kernel/mod.ts";
import type { Authentication } from "./authentication.ts";

/** Who a cost is charged to. */
export interface ChargedClient {
  /** Who asks; `undefined` where no credentials came. */
  readonly authentication: Authentication | undefined;
  /** Address of the connection's other end: the client, or a proxy. */
  readonly remoteAddress: string | undefined;
  /** Headers of the request. */
  readonly headers: Headers;
}

/** The outcome of a charge. */
export interface BudgetCharge {
  /** Whether there was enough; otherwise nothing was charged. */
  readonly isGranted: boolean;
  /** Headers of the response: what is left, and with a refusal when to try again. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Charges the difference to what the request really cost.
   *
   * @param actual the cost that was found while the request was answered
   */
  correct(actual: number): void;
}

/** Limits what each client may cost; bound by `budget()`. */
export interface RequestBudget {
  /**
   * Charges a cost before the work begins.
   *
   * @param client who is charged
   * @param cost 1 for a request, the counted cost for an operation
   * @returns the outcome; `undefined` where the client has no limit
   */
  charge(client: ChargedClient, cost: number): MaybePromise<BudgetCharge | undefined>;
}

/** Identifier of the {@linkcode RequestBudget} bean. */
export const RequestBudget: ServiceIdentifier<RequestBudget> = token<RequestBudget>("RequestBudget");

/** Charges the counted cost of an operation; its own key in the context of a request. */
export abstract class OperationCharge {
  /**
   * @param cost as the limits count it
   * @throws ResponseStatusError when there is not enough left
   */
  abstract charge(cost: number): MaybePromise<void>;
}
