/**
 * Handler methods for features that map methods to targets other than fields.
 *
 * @module
 */

export { bindingOf as argumentBinding } from "./binding/bind_argument.ts";
export { entityMappings, type Handler, type RecordedHandler } from "./mapping/recorded_handler.ts";
