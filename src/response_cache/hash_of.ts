import { createHash } from "node:crypto";

/**
 * Hashes a text.
 *
 * @param text of any length
 * @returns the first 192 bits of its SHA-256, as a text that is safe in headers and keys
 */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 32);
}
