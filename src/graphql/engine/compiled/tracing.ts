import { tracingChannel } from "node:diagnostics_channel";

const channels = [
  "graphql:execute",
  "graphql:execute:variableCoercion",
  "graphql:execute:rootSelectionSet",
  "graphql:subscribe",
  "graphql:resolve",
].map((name) => tracingChannel(name));

/** Whether somebody listens to the tracing channels of graphql-js, which graphql-js then has to speak to. */
export function isTraced(): boolean {
  for (const channel of channels) if (channel.hasSubscribers) return true;
  return false;
}
