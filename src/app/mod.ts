/**
 * Starting, serving and stopping an application.
 *
 * @module
 */

export type { Application } from "./application.ts";
export * from "./create_app.ts";
export * from "./create_container.ts";
export type { ApplicationOptions } from "./platform_defaults.ts";
export * from "./serve.ts";
export { start } from "./start.ts";
export { StartupError } from "./startup_error.ts";
