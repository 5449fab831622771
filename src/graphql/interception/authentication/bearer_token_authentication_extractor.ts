import { Authentication } from "../../../context/mod.ts";
import { AuthenticationError } from "../../execution/mod.ts";
import type { WebSocketPayload } from "../websocket_graphql_interceptor.ts";
import type { AuthenticationExtractor } from "./authentication_extractor.ts";

// The characters of a token according to RFC 6750.
const token = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Extracts a bearer token (RFC 6750) as credentials, from the payload entry with the name of the HTTP header.
 *
 * @example
 * ```ts
 * import { BearerTokenAuthenticationExtractor } from "@espalier/espalier/graphql";
 *
 * const extractor = new BearerTokenAuthenticationExtractor();
 * console.log(extractor.getAuthentication({ authorization: "Bearer 123456789" })?.principal); // "123456789"
 * console.log(extractor.getAuthentication({})); // undefined
 * ```
 */
export class BearerTokenAuthenticationExtractor implements AuthenticationExtractor {
  readonly #key: string;

  /**
   * Creates the extractor.
   *
   * @param key the key of the token in the payload, case-insensitive
   */
  constructor(key: string = "Authorization") {
    this.#key = key.toLowerCase();
  }

  /** Finds the token; it is the principal until an `AuthenticationManager` authenticates it. */
  getAuthentication(payload: WebSocketPayload): Authentication<string> | undefined {
    const value = Object.entries(payload).find(([key]) => key.toLowerCase() === this.#key)?.[1];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string" || value.slice(0, scheme.length).toLowerCase() !== scheme) {
      throw new AuthenticationError("Not a bearer token");
    }
    const given = afterBlanks(value, scheme.length);
    if (given === undefined || !token.test(given)) throw new AuthenticationError("Bearer token is malformed");
    return new Authentication(given);
  }
}

const scheme = "bearer";

/** The text after one or more blanks; `undefined` when there is none. Reads each character once. */
function afterBlanks(text: string, start: number): string | undefined {
  let end = start;
  while (text.charAt(end) === " ") end++;
  return end === start ? undefined : text.slice(end);
}
