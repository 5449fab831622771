import type { Logger } from "../kernel/mod.ts";
import type { ClientAddresses, ClientTrace } from "./client_addresses.ts";

/** Options of a {@linkcode ClientQuota}. */
export interface ClientQuotaOptions {
  /** The counted resource, for the log: `"WebSocket connections"`. */
  readonly name: string;
  /** Maximum number in all; 0 is no limit. */
  readonly max: number;
  /** Maximum number per client address; 0 is no limit. */
  readonly maxPerAddress: number;
  /** Finds addresses. */
  readonly addresses: ClientAddresses;
  /** Gets a line when a limit is reached. */
  readonly logger: Logger;
}

/** Time between two lines about one limit, in milliseconds: a flood must not fill the log. */
const logIntervalMs = 10_000;

/** Limits how much clients hold at the same time, in all and per address. */
export class ClientQuota {
  readonly #options: ClientQuotaOptions;
  readonly #perAddress = new Map<string, number>();
  #count = 0;
  #loggedAt = -Infinity;

  /**
   * Creates the quota.
   *
   * @param options the limits, the address resolver and the logger
   */
  constructor(options: ClientQuotaOptions) {
    this.#options = options;
  }

  /** How much is held now. */
  get count(): number {
    return this.#count;
  }

  /**
   * Acquires one unit, if the limits allow it.
   *
   * @param client the client that acquires it
   * @returns an idempotent function that releases it; `undefined` if a limit is reached
   */
  acquire(client: ClientTrace): (() => void) | undefined {
    const { max, maxPerAddress, addresses } = this.#options;
    if (max > 0 && this.#count >= max) return this.#refuse(max, "in all");
    const address = maxPerAddress > 0 ? addresses.of(client) : undefined;
    const ofAddress = address === undefined ? 0 : this.#perAddress.get(address) ?? 0;
    if (address !== undefined && ofAddress >= maxPerAddress) return this.#refuse(maxPerAddress, `from ${address}`);
    this.#count++;
    if (address !== undefined) this.#perAddress.set(address, ofAddress + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release(address);
      isHeld = false;
    };
  }

  #release(address: string | undefined): void {
    this.#count--;
    if (address === undefined) return;
    const left = this.#perAddress.get(address)! - 1;
    if (left > 0) this.#perAddress.set(address, left);
    else this.#perAddress.delete(address);
  }

  #refuse(max: number, whose: string): undefined {
    const now = performance.now();
    if (now - this.#loggedAt < logIntervalMs) return undefined;
    this.#loggedAt = now;
    this.#options.logger.warn(`Refusing ${this.#options.name} as there are ${max} ${whose}`);
    return undefined;
  }
}
