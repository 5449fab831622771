/**
 * Connections to NATS, for externalized events and for subscriptions that several instances share.
 *
 * @module
 */

export * from "./deps.ts";
export * from "./ensure_stream.ts";
export * from "./nats_connector.ts";
export * from "./nats_outage.ts";
