import { type Authentication, AuthenticationError } from "../../context/mod.ts";
import type { CredentialSource, RequestAuthenticator } from "../../http/mod.ts";
import type { Logger, MaybePromise } from "../../kernel/mod.ts";
import type { AuditedAuthentications } from "../audit/audited_authentications.ts";
import type { AuthenticationScheme } from "./authentication_scheme.ts";
import type { Challenges } from "./challenges.ts";
import { CredentialsError, type CredentialsRefusal } from "./credentials_error.ts";

/** The parts of an {@linkcode Authenticator}. */
export interface AuthenticatorParts {
  /** The schemes, in the order in which they are tried. */
  readonly schemes: readonly AuthenticationScheme[];
  readonly challenges: Challenges;
  readonly logger: Logger;
  /** Records the outcomes; absent if nothing is recorded. */
  readonly audited?: AuditedAuthentications | undefined;
}

/** Authenticates a caller by the first scheme that recognizes the credentials. */
export class Authenticator implements RequestAuthenticator {
  readonly #schemes: readonly AuthenticationScheme[];
  readonly #challenges: Challenges;
  readonly #logger: Logger;
  readonly #hasBearer: boolean;
  readonly #audited: AuditedAuthentications | undefined;

  /** @param parts schemes, challenges and logger */
  constructor({ schemes, challenges, logger, audited }: AuthenticatorParts) {
    this.#audited = audited;
    this.#schemes = schemes;
    this.#challenges = challenges;
    this.#logger = logger;
    this.#hasBearer = schemes.some(({ challenge }) => challenge === "Bearer");
  }

  authenticate(source: CredentialSource): MaybePromise<Authentication | undefined> {
    try {
      if (source.search !== "" && this.#hasBearer) requireNoTokenInQuery(source.search);
      const found = this.#ask(source, 0);
      if (!(found instanceof Promise)) return this.#accepted(found, source);
      return found.then((settled) => this.#accepted(settled, source), (error) => this.#refused(error, source));
    } catch (error) {
      return this.#refused(error, source);
    }
  }

  #ask(source: CredentialSource, from: number): MaybePromise<Authentication | undefined> {
    for (let i = from; i < this.#schemes.length; i++) {
      const scheme = this.#schemes[i]!;
      if (scheme.isFor?.(source.path) === false) continue;
      const found = scheme.authenticate(source);
      if (found instanceof Promise) return found.then((settled) => settled ?? this.#ask(source, i + 1));
      if (found !== undefined) return found;
    }
    if (source.header("authorization") === null) return undefined;
    throw new CredentialsError("No scheme recognizes the credentials", unrecognized(source));
  }

  #accepted(found: Authentication | undefined, { path }: CredentialSource): Authentication | undefined {
    if (found !== undefined) this.#audited?.accepted(found, path);
    return found;
  }

  #refused(error: unknown, source: CredentialSource): never {
    if (!(error instanceof CredentialsError)) throw error;
    const { message, refusal, cause } = error;
    this.#audited?.refused(message, source.path);
    this.#logger.debug("Credentials are not accepted", { reason: message, error: cause });
    throw new AuthenticationError(message, { challenge: this.#challenges.at(source.path, refusal), cause: error });
  }
}

function unrecognized(source: CredentialSource): CredentialsRefusal {
  if (!/^bearer /i.test(source.header("authorization") ?? "")) return {};
  return { challenge: "Bearer", error: "invalid_token", description: "The token is not one of a known issuer" };
}

// Logs, caches and the histories of browsers keep URLs (RFC 6750, 5.3; RFC 9700, 4.3.2).
function requireNoTokenInQuery(search: string): void {
  if (!/[?&]access_token=/.test(search)) return;
  const description = "Tokens are accepted in the Authorization header alone";
  throw new CredentialsError(description, { challenge: "Bearer", error: "invalid_request", description });
}
