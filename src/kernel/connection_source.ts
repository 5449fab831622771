import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "./token.ts";

/** How many connections of a kind there are. */
export interface ConnectionCounts {
  /** Number of connections in use, or of open ones if use is not known. */
  readonly active: number;
  /** Number of open connections that wait for work. */
  readonly idle?: number;
  /** Number of callers that wait for a connection. */
  readonly waiting?: number;
  /** Maximum number of connections. */
  readonly max?: number;
}

/**
 * Counts connections of one kind for `/actuator/connections` and for metrics: those of a database pool, the WebSockets,
 * the event streams.
 */
export interface ConnectionSource {
  /** The kind: `"database"`, `"http"`, `"websocket"`, `"sse"`. */
  readonly kind: string;
  /** Distinguishes sources of one kind: the database's name, without a password. */
  readonly name: string;
  /** Counts the connections at this moment. */
  counts(): ConnectionCounts;
}

/** Identifier of the {@linkcode ConnectionSource} beans. */
export const ConnectionSource: ServiceIdentifier<ConnectionSource> = token<ConnectionSource>("ConnectionSource");
