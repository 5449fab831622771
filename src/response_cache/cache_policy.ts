/** Who may get a kept response: every client (`"PUBLIC"`), or the one that it was made for (`"PRIVATE"`). */
export type CacheScope = "PUBLIC" | "PRIVATE";

/** How long the value of a field, or of every field of a type, may be kept, and for whom. */
export interface CachePolicy {
  /** Maximum age in seconds; 0 means that responses with this field are not kept. */
  readonly maxAge?: number;
  /** Who may get it. */
  readonly scope?: CacheScope;
  /** Takes the age of the parent field instead of the default, which is 0 for fields of objects. */
  readonly inheritMaxAge?: boolean;
  /** Marks responses with this field, for `purge({ tag })`. */
  readonly tags?: readonly string[];
  /** Names of types whose entities the value depends on although it holds none, such as a count of them. */
  readonly dependsOn?: readonly string[];
}

/** What a data fetcher says of the value that it returns, while it runs. */
export interface CacheHint {
  /** Maximum age in seconds; it can only lower the age of the response. */
  readonly maxAge?: number;
  /** `"PRIVATE"` keeps the response to the client that it is made for. */
  readonly scope?: "PRIVATE";
  /** Marks the response, for `purge({ tag })`. */
  readonly tags?: readonly string[];
}
