/**
 * Compressed responses: zstd, Brotli and gzip, as the client accepts them.
 *
 * @module
 */

export * from "./feature.ts";
