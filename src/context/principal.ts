/** The properties of a {@linkcode Principal}. */
export interface PrincipalParts {
  /** Scopes that were granted, such as `"orders:write"`. */
  readonly scopes?: Iterable<string>;
  /** Roles, such as `"admin"`. */
  readonly roles?: Iterable<string>;
  /** The claims of a token, as they were verified. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

const none: ReadonlySet<string> = new Set();
const noClaims: Readonly<Record<string, unknown>> = Object.freeze({});

/**
 * A user or a program that sends requests, with its permissions.
 *
 * @example
 * ```ts
 * import { Principal } from "@espalier/espalier/security";
 *
 * const ada = new Principal("ada", { scopes: ["orders:read"], roles: ["clerk"] });
 * console.log(ada.name, ada.scopes.has("orders:read"), ada.roles.has("admin")); // "ada" true false
 * ```
 */
export class Principal {
  /** Identifies the principal: the subject of a token, the name of a user or of a key. */
  readonly name: string;
  /** Scopes that were granted. */
  readonly scopes: ReadonlySet<string>;
  /** Roles. */
  readonly roles: ReadonlySet<string>;
  /** The claims of the token; empty if there is none. */
  readonly claims: Readonly<Record<string, unknown>>;

  /**
   * Creates the principal.
   *
   * @param name identifies the principal
   * @param parts scopes, roles and claims; none by default
   */
  constructor(name: string, { scopes, roles, claims = noClaims }: PrincipalParts = {}) {
    this.name = name;
    this.scopes = scopes === undefined ? none : new Set(scopes);
    this.roles = roles === undefined ? none : new Set(roles);
    this.claims = claims;
  }
}
