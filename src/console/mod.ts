/**
 * The console: one page for people who develop or operate the service.
 *
 * @module
 */

export { console, type ConsoleOptions } from "./feature.ts";
