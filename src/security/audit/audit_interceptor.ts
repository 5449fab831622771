import { type AuditLog, currentSubject, inAccessScope, principalName } from "../../context/mod.ts";
import { type ClientAddresses, type HttpExchange, type HttpInterceptor, type NextHttpHandler } from "../../http/mod.ts";
import { type MaybePromise } from "../../kernel/mod.ts";

/** The parts of an {@linkcode AuditInterceptor}. */
export interface AuditInterceptorParts {
  readonly log: AuditLog;
  readonly addresses: ClientAddresses;
  /** Whether refused requests are recorded. */
  readonly denials: boolean;
  /** Path of the actuator whose operations are recorded; absent to record none. */
  readonly actuatorPath: string | undefined;
}

/** Records requests that are refused, and operations at the actuator. */
export class AuditInterceptor implements HttpInterceptor {
  /** Runs outside of authentication. */
  readonly order = -600;
  readonly isForEveryPort = true;
  readonly #parts: AuditInterceptorParts;

  /** @param parts the audit log, and the recorded requests */
  constructor(parts: AuditInterceptorParts) {
    this.#parts = parts;
  }

  intercept(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    // Afterwards the server may have forgotten the connection.
    void exchange.remoteAddress;
    const response = currentSubject() === exchange ? next(exchange) : inAccessScope(exchange, () => next(exchange));
    return response instanceof Promise
      ? response.then((settled) => this.#seen(exchange, settled))
      : this.#seen(exchange, response);
  }

  #seen(exchange: HttpExchange, response: Response): Response {
    const { status } = response;
    const { denials, actuatorPath } = this.#parts;
    if (status === 401 || status === 403) {
      if (denials) this.#note("AUTHORIZATION_FAILURE", exchange, response);
    } else if (actuatorPath !== undefined && exchange.path.startsWith(actuatorPath) && isChange(exchange.request)) {
      this.#note("ACTUATOR_OPERATION", exchange, response);
    }
    return response;
  }

  #note(type: string, exchange: HttpExchange, { status }: Response): void {
    const { log, addresses } = this.#parts;
    const { request: { method, headers }, path, authentication, remoteAddress } = exchange;
    log.note({
      type,
      resource: path,
      principal: principalName(authentication),
      outcome: status < 400 ? "success" : status === 401 || status === 403 ? "denied" : "failure",
      remoteAddress: addresses.of({ remoteAddress, headers }),
      data: { method, status },
    }, exchange);
  }
}

function isChange({ method }: Request): boolean {
  return method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
}
