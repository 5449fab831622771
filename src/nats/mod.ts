/**
 * Connections to NATS, for events that leave the process and subscriptions that several instances share.
 *
 * @module
 */

export * from "./deps.ts";
export * from "./ensure_stream.ts";
export * from "./nats_connector.ts";
export * from "./nats_outage.ts";
