import type { CredentialSource } from "../../http/mod.ts";
import { invalidToken } from "../pipeline/credentials_error.ts";

/** Characters of a token (RFC 6750, 2.1); the pattern has no nested repetition, so matching takes linear time. */
const tokenCharacters = /^[\w\-.~+/]+=*$/;

/**
 * Reads the bearer token of a request, with cheap checks only.
 *
 * @param source the source of credentials
 * @param maxLength of the token, in characters
 * @returns the token, or `undefined` if the credentials are of another scheme or absent
 * @throws CredentialsError when the token is too long or has characters that tokens don't have
 */
export function bearerToken(source: CredentialSource, maxLength: number): string | undefined {
  const value = source.header("authorization");
  if (value === null || value.length < 7 || value.slice(0, 7).toLowerCase() !== "bearer ") return undefined;
  if (value.length > maxLength + 7) throw invalidToken("The token is too long");
  const token = value.slice(7).trim();
  if (!tokenCharacters.test(token)) throw invalidToken("The token is malformed");
  return token;
}
