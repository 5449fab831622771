/** The clients that may share a cached response: all (`"PUBLIC"`), or only the one that requested it (`"PRIVATE"`). */
export type CacheScope = "PUBLIC" | "PRIVATE";

/** Maximum age and scope of the value of a field, or of every field of a type. */
export interface CachePolicy {
  /** Maximum age in seconds; 0 means that responses with this field are not cached. */
  readonly maxAge?: number;
  /** The clients that may share it. */
  readonly scope?: CacheScope;
  /** Inherits the maximum age of the parent field instead of the default, which is 0 for fields of objects. */
  readonly inheritMaxAge?: boolean;
  /** Marks responses with this field, for `purge({ tag })`. */
  readonly tags?: readonly string[];
  /** Names of types whose entities the value depends on without containing them, such as a count. */
  readonly dependsOn?: readonly string[];
}

/** The cache policy that a running data fetcher sets for its value. */
export interface CacheHint {
  /** Maximum age in seconds; it can only lower the age of the response. */
  readonly maxAge?: number;
  /** `"PRIVATE"` restricts the response to the requesting client. */
  readonly scope?: "PRIVATE";
  /** Marks the response, for `purge({ tag })`. */
  readonly tags?: readonly string[];
}
