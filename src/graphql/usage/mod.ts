/**
 * How clients use the schema: documents and fields, by the names of clients.
 *
 * @module
 */

export { bindUsage } from "./bind_usage.ts";
