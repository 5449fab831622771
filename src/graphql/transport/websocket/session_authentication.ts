import { Authentication, inAccessScope, inRootContext } from "../../../context/mod.ts";
import type { CredentialSource, RequestAuthenticator } from "../../../http/mod.ts";
import { callAt, type Logger } from "../../../kernel/mod.ts";
import type { WebSocketPayload } from "../../interception/mod.ts";
import { isForClients } from "../failed_operation.ts";
import type { WebSocketSession } from "./websocket_session.ts";

/** Clients of graphql-ws connect again after this code, with the credentials that they have then. */
const ended = [4403, "The credentials expired"] as const;

const otherPrincipal = [4403, "The credentials are those of another principal"] as const;

const notAccepted = [4403, "The credentials are not accepted"] as const;

/** They don't after this one, as the same would happen again. */
const unauthorized = [4401, "Unauthorized"] as const;

/**
 * Finds out who uses a connection: from the handshake, from the payload of `connection_init`, and later from that of a
 * `ping`. When the credentials end, the connection is closed.
 */
export class SessionAuthentication {
  readonly #authenticator: RequestAuthenticator | undefined;
  readonly #isScoped: boolean;
  readonly #logger: Logger;
  readonly #expiries = new Map<WebSocketSession, () => void>();

  /**
   * @param authenticator checks credentials; absent where no feature does
   * @param logger for refusals
   * @param isScoped whether rules have to know who the work is for
   */
  constructor(authenticator: RequestAuthenticator | undefined, logger: Logger, isScoped: boolean) {
    this.#isScoped = isScoped;
    this.#authenticator = authenticator;
    this.#logger = logger;
  }

  /**
   * Authenticates a connection by the payload of `connection_init`; without credentials there, the handshake's count.
   *
   * @returns whether the connection may go on; one that may not is closed, or about to be
   * @throws AuthenticationError when credentials are not accepted
   */
  async initialize(session: WebSocketSession, payload: WebSocketPayload): Promise<boolean> {
    const { exchange } = session;
    const found = await this.#authenticator?.authenticate(new PayloadCredentials(payload, exchange.path));
    if (found !== undefined) exchange.authentication = found;
    if (!await this.#mayEnter(session)) return false;
    this.#watch(session);
    return true;
  }

  /**
   * Authenticates a connection again, by the payload of a `ping`: its life becomes that of the new credentials.
   *
   * @returns whether the payload had credentials
   */
  async renew(session: WebSocketSession, payload: WebSocketPayload): Promise<boolean> {
    // Before the acknowledgement the credentials belong into `connection_init`.
    if (this.#authenticator === undefined || session.initPayload === undefined) return false;
    try {
      const found = await this.#authenticator.authenticate(new PayloadCredentials(payload, session.exchange.path));
      if (found === undefined) return false;
      if (!isSamePrincipal(found, session.exchange.authentication)) void session.close(...otherPrincipal);
      else this.#replace(session, found);
    } catch (error) {
      if (isForClients(error)) this.#logger.debug("A WebSocket connection was not renewed", { error });
      else this.#logger.error("Cannot renew a WebSocket connection", { error });
      void session.close(...notAccepted);
    }
    return true;
  }

  /** Runs the work for a message of a connection. */
  inScope<R>({ exchange }: WebSocketSession, work: () => R): R {
    return this.#isScoped ? inAccessScope(exchange, work) : work();
  }

  /** Forgets a connection that is closed. */
  forget(session: WebSocketSession): void {
    this.#expiries.get(session)?.();
    this.#expiries.delete(session);
  }

  async #mayEnter(session: WebSocketSession): Promise<boolean> {
    const { authentication, deferredAccess } = session.exchange;
    if (deferredAccess === undefined) return true;
    try {
      await deferredAccess(authentication);
      return true;
    } catch (error) {
      if (Authentication.isKnown(authentication)) throw error;
      this.#logger.debug("A WebSocket connection needs credentials", { error });
      await session.close(...unauthorized);
      return false;
    }
  }

  #replace(session: WebSocketSession, authentication: Authentication): void {
    session.exchange.authentication = authentication;
    session.shareAuthentication(authentication);
    this.#watch(session);
  }

  #watch(session: WebSocketSession): void {
    this.forget(session);
    const expiresAt = session.exchange.authentication?.expiresAt;
    if (expiresAt === undefined || session.closeCode !== undefined) return;
    const close = () => void session.close(...ended);
    this.#expiries.set(session, callAt(expiresAt, () => inRootContext(close)));
  }
}

/** The values of a payload as headers: `{ "authorization": "Bearer …" }`, or the same below `headers`. */
class PayloadCredentials implements CredentialSource {
  readonly method = "GET";
  readonly search = "";
  readonly path: string;
  readonly #headers = new Map<string, string>();

  constructor(payload: WebSocketPayload, path: string) {
    this.path = path;
    const { headers } = payload;
    for (const values of [typeof headers === "object" && headers !== null ? headers : {}, payload]) {
      for (const [name, value] of Object.entries(values).slice(0, 100)) {
        if (typeof value === "string") this.#headers.set(name.toLowerCase(), value);
      }
    }
  }

  header(name: string): string | null {
    return this.#headers.get(name) ?? null;
  }
}

function isSamePrincipal(next: Authentication, current: Authentication | undefined): boolean {
  return Authentication.isKnown(current) && current.scheme === next.scheme && current.grants.name === next.grants.name;
}
