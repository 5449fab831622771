/**
 * Connections to Redis, for what several instances of a service share.
 *
 * @module
 */

export * from "./redis_connection.ts";
