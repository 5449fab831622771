import { tracingChannel } from "node:diagnostics_channel";

const channels = [
  "graphql:execute",
  "graphql:execute:variableCoercion",
  "graphql:execute:rootSelectionSet",
  "graphql:subscribe",
  "graphql:resolve",
].map((name) => tracingChannel(name));

/**
 * Whether graphql-js's tracing channels have subscribers: then graphql-js has to execute, because it publishes to them.
 */
export function isTraced(): boolean {
  for (const channel of channels) if (channel.hasSubscribers) return true;
  return false;
}
