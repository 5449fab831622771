import { createHash } from "node:crypto";

/** Hashes a string.
 *
 * @param text a string of any length
 * @returns the first 192 bits of its SHA-256, as a string that is safe in headers and keys
 */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 32);
}
