import type { AuthenticationScheme } from "./authentication_scheme.ts";
import type { CredentialsRefusal } from "./credentials_error.ts";

/** Writes the values of `WWW-Authenticate` (RFC 9110, 11.6.1; RFC 6750, 3). */
export class Challenges {
  readonly #schemes: readonly AuthenticationScheme[];
  readonly #realm: string;

  /**
   * @param schemes of the application
   * @param realm the name of the protection space
   */
  constructor(schemes: readonly AuthenticationScheme[], realm: string) {
    this.#schemes = schemes;
    this.#realm = quoted(realm);
  }

  /**
   * Returns one challenge for each scheme that a path accepts; that of the rejecting scheme is the first, with the
   * reason.
   *
   * @param path the path of the request
   * @param refusal why credentials were rejected; absent without credentials
   */
  at(path: string, refusal: CredentialsRefusal = {}): string {
    const challenges = new Map<string, string>();
    for (const scheme of this.#schemes) {
      const { challenge, challengeParameters, isFor } = scheme;
      if (challenge === undefined || isFor?.call(scheme, path) === false || challenges.has(challenge)) continue;
      const reason = challenge === refusal.challenge ? reasonOf(refusal) : {};
      challenges.set(challenge, this.#challenge(challenge, { ...challengeParameters, ...reason }));
    }
    const first = refusal.challenge === undefined ? undefined : challenges.get(refusal.challenge);
    if (first === undefined) return [...challenges.values()].join(", ") || this.#challenge("Bearer", {});
    challenges.delete(refusal.challenge!);
    return [first, ...challenges.values()].join(", ");
  }

  /**
   * Completes a challenge that was written without the realm.
   *
   * @param given the value of `WWW-Authenticate`
   * @param path the path of the request
   */
  complete(given: string, path: string): string {
    if (given === "Bearer") return this.at(path);
    return given.startsWith("Bearer error=") ? `Bearer realm=${this.#realm}, ${given.slice("Bearer ".length)}` : given;
  }

  #challenge(scheme: string, parameters: Readonly<Record<string, string>>): string {
    const further = Object.entries(parameters).map(([name, value]) => `, ${name}=${quoted(value)}`).join("");
    return `${scheme} realm=${this.#realm}${further}`;
  }
}

function reasonOf({ error, description }: CredentialsRefusal): Record<string, string> {
  return {
    ...(error === undefined ? {} : { error }),
    ...(error === undefined || description === undefined ? {} : { error_description: description }),
  };
}

/** Writes a quoted string without characters that headers cannot contain. */
function quoted(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, "").replace(/["\\]/g, "\\$&")}"`;
}
