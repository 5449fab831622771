import { invalidToken } from "../pipeline/credentials_error.ts";

/** The content of a signed token before its signature is verified; use it only to reject the token. */
export interface UnverifiedToken {
  readonly algorithm: string;
  /** The key id of the token; `undefined` if it has none. */
  readonly kid: string | undefined;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Maximum length of a key id; longer ones are treated as unknown. */
const maxKidLength = 256;

const compactForm = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Whether a token has the form of a signed JSON Web Token: three parts.
 *
 * @param token as the client sent it
 */
export function isCompactJws(token: string): boolean {
  return compactForm.test(token);
}

/**
 * Reads header and claims without verifying them. Of the header only `alg`, `kid`, `crit` and `typ` are read: the
 * token's own references to a key (`jku`, `x5u`, `jwk`, `x5c`) are ignored.
 *
 * @param token in compact form
 * @throws CredentialsError when the token can't be one of an issuer
 */
export function unverifiedToken(token: string): UnverifiedToken {
  const [header = "", payload = ""] = token.split(".", 2);
  const { alg, kid, crit, typ } = objectOf(header);
  if (crit !== undefined) throw invalidToken("The token has critical extensions");
  if (typeof alg !== "string") throw invalidToken("The token is malformed");
  if (kid !== undefined && (typeof kid !== "string" || kid.length > maxKidLength)) {
    throw invalidToken("The token is malformed");
  }
  if (typ !== undefined && !isAccessTokenType(typ)) throw invalidToken("The token is not an access token");
  return { algorithm: alg, kid, claims: objectOf(payload) };
}

/** `JWT` and `at+jwt` (RFC 9068); other types, such as logout tokens, serve other purposes (RFC 8725, 3.11). */
function isAccessTokenType(typ: unknown): boolean {
  return typeof typ === "string" && /^(application\/)?(at\+)?jwt$/i.test(typ);
}

function objectOf(part: string): Record<string, unknown> {
  try {
    const bytes = Uint8Array.fromBase64(part, { alphabet: "base64url" });
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Neither Base64, nor UTF-8, nor JSON.
  }
  throw invalidToken("The token is malformed");
}
