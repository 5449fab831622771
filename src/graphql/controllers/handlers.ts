/**
 * Handler methods for parts that map methods to something else than fields.
 *
 * @module
 */

export { bindingOf as argumentBinding } from "./binding/bind_argument.ts";
export { entityMappings, type Handler, type RecordedHandler } from "./mapping/recorded_handler.ts";
