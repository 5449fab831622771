/**
 * Connections to Redis, for state that several instances of a service share.
 *
 * @module
 */

export * from "./redis_connection.ts";
