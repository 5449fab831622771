import type { AuditFilter, AuditLog, AuditRecord } from "../../context/mod.ts";
import { problem } from "../../http/mod.ts";
import type { ActuatorEndpoint, ActuatorRequest } from "../../kernel/mod.ts";

/** `/actuator/auditevents`: the newest records, as Spring Boot's endpoint shows them. */
export class AuditEndpoint implements ActuatorEndpoint {
  readonly id = "auditevents";
  readonly #log: AuditLog;

  /** @param log the records */
  constructor(log: AuditLog) {
    this.#log = log;
  }

  async handle({ request }: ActuatorRequest): Promise<Response> {
    const filter = filterFrom(new URL(request.url).searchParams);
    if (typeof filter === "string") return problem({ status: 400, detail: filter });
    return Response.json({ events: (await this.#log.find(filter)).map(shown) });
  }
}

function filterFrom(parameters: URLSearchParams): AuditFilter | string {
  const [principal, type, after, limit] = ["principal", "type", "after", "limit"].map((name) =>
    parameters.get(name) ?? undefined
  );
  const time = after === undefined ? undefined : new Date(after);
  if (time !== undefined && (!/^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:?\d\d)$/.test(after!) || Number.isNaN(time.getTime()))) {
    return `Cannot use parameter "after" as it must be a time such as 2026-01-31T12:00:00Z: current value is "${after}"`;
  }
  if (limit !== undefined && !/^[1-9]\d{0,2}$/.test(limit)) {
    return `Cannot use parameter "limit" as it must be an integer from 1 to 999: current value is "${limit}"`;
  }
  return {
    ...(principal === undefined ? {} : { principal }),
    ...(type === undefined ? {} : { type }),
    ...(time === undefined ? {} : { after: time }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
}

function shown({ timestamp, principal, type, data, ...facts }: AuditRecord): object {
  const { outcome, resource, reason, remoteAddress, traceId } = facts;
  const known = Object.entries({ outcome, resource, reason, remoteAddress, traceId });
  return {
    timestamp: timestamp.toISOString(),
    principal,
    type,
    // The properties of the record override data with the same names.
    data: { ...data as object, ...Object.fromEntries(known.filter(([, value]) => value !== null)) },
  };
}
