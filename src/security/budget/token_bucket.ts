/** How much a client may cost. */
export interface BucketLimits {
  /** Tokens of a full bucket: the maximum burst of a client. */
  readonly capacity: number;
  /** Tokens that flow back per second. */
  readonly perSecond: number;
}

/** The state of a bucket at a time. Corrections may leave a debt of at most its capacity. */
export interface Bucket {
  tokens: number;
  /** In milliseconds of the bucket's clock. */
  at: number;
}

/**
 * Refills a bucket. If the clock goes back, no tokens are added or removed.
 *
 * @param bucket is changed
 * @param now in milliseconds
 * @param limits capacity and flow
 */
export function refill(bucket: Bucket, now: number, { capacity, perSecond }: BucketLimits): void {
  const seconds = Math.max(0, now - bucket.at) / 1_000;
  bucket.tokens = Math.min(capacity, bucket.tokens + seconds * perSecond);
  bucket.at = now;
}

/** The outcome of taking tokens. */
export interface Taken {
  readonly isGranted: boolean;
  /** Tokens that are left. */
  readonly tokens: number;
}

/** The storage of all clients' buckets. */
export interface BucketStore extends AsyncDisposable {
  /**
   * Takes tokens, if there are enough; a cost above the capacity takes a full bucket.
   *
   * @param key names the client
   * @param cost number of tokens
   */
  take(key: string, cost: number): Taken | Promise<Taken | undefined>;
  /**
   * Takes or returns tokens unconditionally; the debt of the bucket is at most its capacity.
   *
   * @param key names the client
   * @param difference number of tokens; a negative number returns tokens
   */
  adjust(key: string, difference: number): void;
}
