/** How much a client may cost. */
export interface BucketLimits {
  /** Tokens of a full bucket: what a client may spend at once. */
  readonly capacity: number;
  /** Tokens that flow back per second. */
  readonly perSecond: number;
}

/** What a bucket holds at a time. Corrections may leave it with a debt of at most its capacity. */
export interface Bucket {
  tokens: number;
  /** In milliseconds of the bucket's clock. */
  at: number;
}

/**
 * Lets tokens flow back. A clock that went back gives none, and takes none.
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

/** Where the buckets of all clients are kept. */
export interface BucketStore extends AsyncDisposable {
  /**
   * Takes tokens, if there are enough; what costs more than a full bucket takes a full one.
   *
   * @param key names the client
   * @param cost number of tokens
   */
  take(key: string, cost: number): Taken | Promise<Taken | undefined>;
  /**
   * Takes or gives back tokens without asking; the bucket gets a debt of at most its capacity.
   *
   * @param key names the client
   * @param difference number of tokens; negative ones are given back
   */
  adjust(key: string, difference: number): void;
}
