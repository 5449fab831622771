/**
 * Stand-in for `@std/http/etag` where the JSR registry can't be reached: the same names and signatures.
 *
 * @module
 */

/** Options of {@linkcode eTag}. */
export interface ETagOptions {
  /** Digest algorithm; SHA-256 by default. */
  algorithm?: AlgorithmIdentifier;
  /** Whether the tag is weak; by default it is for files and not for texts and bytes. */
  weak?: boolean;
}

/** The part of a file's information from which a tag is made. */
export type FileInfo = Pick<Deno.FileInfo, "size" | "mtime">;

/**
 * Calculates an entity tag.
 *
 * @param entity a text, bytes, or information on a file
 * @param options digest algorithm and weakness
 * @returns the tag; `undefined` for files without a modification time
 */
export async function eTag(
  entity: string | Uint8Array | FileInfo,
  options: ETagOptions = {},
): Promise<string | undefined> {
  const { algorithm = "SHA-256" } = options;
  const isFile = typeof entity === "object" && !(entity instanceof Uint8Array);
  const weak = options.weak ?? isFile;
  const tag = isFile ? await fileTag(entity, algorithm) : await contentTag(entity, algorithm);
  return tag === undefined ? undefined : weak ? `W/"${tag}"` : `"${tag}"`;
}

/**
 * Evaluates an `If-Match` header. Weak tags never match.
 *
 * @param value the header's value
 * @param etag the entity's current tag
 */
export function ifMatch(value: string | null, etag: string | undefined): boolean {
  if (!value || !etag || etag.startsWith("W/")) return false;
  if (value.trim() === "*") return true;
  return tagsIn(value).includes(etag);
}

/**
 * Evaluates an `If-None-Match` header, comparing weakly.
 *
 * @param value the header's value
 * @param etag the entity's current tag
 * @returns `false` when a tag matches
 */
export function ifNoneMatch(value: string | null, etag: string | undefined): boolean {
  if (!value || !etag) return true;
  if (value.trim() === "*") return false;
  return !tagsIn(value).map(strong).includes(strong(etag));
}

async function contentTag(entity: string | Uint8Array, algorithm: AlgorithmIdentifier): Promise<string> {
  const bytes = typeof entity === "string" ? new TextEncoder().encode(entity) : entity;
  const hash = new Uint8Array(await crypto.subtle.digest(algorithm, bytes as Uint8Array<ArrayBuffer>)).toBase64();
  return `${bytes.byteLength.toString(16)}-${hash.slice(0, 27)}`;
}

async function fileTag({ mtime, size }: FileInfo, algorithm: AlgorithmIdentifier): Promise<string | undefined> {
  if (!mtime) return undefined;
  const hash = await crypto.subtle.digest(algorithm, new TextEncoder().encode(mtime.toJSON()));
  return `${size.toString(16)}-${new Uint8Array(hash).toBase64().slice(0, 27)}`;
}

function tagsIn(value: string): string[] {
  return value.split(",").map((tag) => tag.trim());
}

function strong(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}
