import { type AuditLog, type Authentication, currentSubject, principalName } from "../../context/mod.ts";

/** Which authentications are recorded. */
export type AuthenticationEvents = "failures" | "all" | "none";

/** Records authentications. The class is its own identifier in the container. */
export class AuditedAuthentications {
  readonly #log: AuditLog;
  readonly #events: AuthenticationEvents;

  /**
   * @param log the audit log
   * @param events which are recorded
   */
  constructor(log: AuditLog, events: AuthenticationEvents) {
    this.#log = log;
    this.#events = events;
  }

  /**
   * Records accepted credentials; those that a scheme caches are recorded once.
   *
   * @param authentication the authentication
   * @param path of the request
   */
  accepted(authentication: Authentication, path: string): void {
    if (this.#events !== "all") return;
    const { scheme } = authentication;
    const principal = principalName(authentication);
    this.#log.note({ type: "AUTHENTICATION_SUCCESS", principal, resource: path, data: { scheme } }, authentication);
  }

  /**
   * Records rejected credentials, without the claimed name, which is not verified.
   *
   * @param reason must not contain the credentials
   * @param path of the request
   */
  refused(reason: string, path: string): void {
    if (this.#events === "none") return;
    const entry = {
      type: "AUTHENTICATION_FAILURE",
      principal: "anonymous",
      outcome: "failure",
      resource: path,
    } as const;
    this.#log.note({ ...entry, reason }, currentSubject());
  }
}
