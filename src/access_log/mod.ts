/**
 * The access log: one line for each request.
 *
 * @module
 */

export * from "./feature.ts";
