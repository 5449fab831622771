import type { AuditOutcome, AuditRecord } from "../../context/mod.ts";
import { type Class, describeType, t } from "../../kernel/mod.ts";

/** The properties of an {@linkcode AuditEvent}. */
export type AuditEventParts = { readonly [K in keyof AuditRecord]: AuditRecord[K] };

/**
 * One audit record: an entity in the table `audit_event`, and an event if `events()` is installed. Listeners get it
 * in the transaction in which it is stored, or after its commit.
 */
export class AuditEvent implements AuditRecord {
  /** The id of the record, a UUID. */
  readonly id: string;
  /** When it happened. */
  readonly timestamp: Date;
  readonly principal: string;
  /** The action, such as `orders.cancelled`. */
  readonly type: string;
  /** Whether it succeeded. */
  readonly outcome: AuditOutcome;
  /** The target of the action. */
  readonly resource: string | null;
  /** Why it was refused or failed. */
  readonly reason: string | null;
  /** The address of the client. */
  readonly remoteAddress: string | null;
  /** The trace of the request. */
  readonly traceId: string | null;
  /** Further facts, as JSON. */
  readonly data: unknown;

  /**
   * Creates the event.
   *
   * @param parts the actor, the action and the outcome
   */
  constructor(parts: AuditEventParts) {
    this.id = parts.id;
    this.timestamp = parts.timestamp;
    this.principal = parts.principal;
    this.type = parts.type;
    this.outcome = parts.outcome;
    this.resource = parts.resource;
    this.reason = parts.reason;
    this.remoteAddress = parts.remoteAddress;
    this.traceId = parts.traceId;
    this.data = parts.data;
  }
}

/** Longest texts, in characters. */
export const auditLengths = {
  principal: 200,
  type: 100,
  outcome: 20,
  resource: 500,
  reason: 500,
  remoteAddress: 100,
  traceId: 100,
} as const;

describeType(AuditEvent as Class<AuditEvent>, {
  id: t.id,
  timestamp: t.date,
  principal: t.string,
  type: t.string,
  outcome: t.enum("success", "failure", "denied"),
  resource: t.nullable(t.string),
  reason: t.nullable(t.string),
  remoteAddress: t.nullable(t.string),
  traceId: t.nullable(t.string),
  data: t.json,
}, {
  name: "AuditEvent",
  id: "id",
  table: "audit_event",
  columns: { timestamp: "recorded_at", type: "event_type" },
  lengths: auditLengths,
  indexes: [["timestamp", "id"], ["principal", "timestamp"], ["type", "timestamp"]],
  construct: (values) => new AuditEvent(values as AuditEventParts),
});
