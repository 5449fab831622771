import { type Bucket, type BucketLimits, type BucketStore, refill, type Taken } from "./token_bucket.ts";

/** Time between two searches for full buckets, in milliseconds. */
const sweepIntervalMs = 1_000;

/** The shared bucket of clients beyond the maximum number of buckets. */
const others = "";

/**
 * Buckets in memory. Only full ones are evicted, because a new one is full too: a client gains no tokens by using many
 * keys. If too many are not full, further clients share one.
 */
export class MemoryBuckets implements BucketStore {
  readonly #limits: BucketLimits;
  readonly #maxKeys: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();
  #sweptAt = -Infinity;

  /**
   * @param limits capacity and flow
   * @param maxKeys maximum number of buckets
   * @param now a clock in milliseconds; a monotonic one by default
   */
  constructor(limits: BucketLimits, maxKeys: number, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#maxKeys = maxKeys;
    this.#now = now;
  }

  /** Number of stored buckets. */
  get size(): number {
    return this.#buckets.size;
  }

  take(key: string, cost: number): Taken {
    const bucket = this.#bucketOf(key);
    const needed = Math.min(cost, this.#limits.capacity);
    const isGranted = bucket.tokens >= needed;
    if (isGranted) bucket.tokens -= needed;
    return { isGranted, tokens: bucket.tokens };
  }

  adjust(key: string, difference: number): void {
    const { capacity } = this.#limits;
    const bucket = this.#bucketOf(key);
    bucket.tokens = Math.min(capacity, Math.max(-capacity, bucket.tokens - difference));
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#buckets.clear();
    return Promise.resolve();
  }

  #bucketOf(key: string): Bucket {
    const now = this.#now();
    let bucket = this.#buckets.get(key);
    if (bucket === undefined && this.#buckets.size >= this.#maxKeys) {
      this.#sweep(now);
      if (this.#buckets.size >= this.#maxKeys) bucket = this.#buckets.get(key = others);
    }
    if (bucket === undefined) this.#buckets.set(key, bucket = { tokens: this.#limits.capacity, at: now });
    refill(bucket, now, this.#limits);
    return bucket;
  }

  #sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < sweepIntervalMs) return;
    this.#sweptAt = now;
    for (const [key, bucket] of this.#buckets) {
      refill(bucket, now, this.#limits);
      if (bucket.tokens >= this.#limits.capacity) this.#buckets.delete(key);
    }
  }
}
