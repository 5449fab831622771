import { tracingChannel } from "node:diagnostics_channel";
import { type DocumentNode, type ExecutionResult, getOperationAST, type GraphQLSchema } from "../../../../deps.ts";
import type { MaybePromise } from "../../../kernel/mod.ts";
import type { OpenedSubscription } from "../execution_strategy.ts";

/** The message of the channel `graphql:subscribe`, in graphql-js's format. */
interface SubscribeMessage {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly rawVariableValues: unknown;
  readonly operationName: string | undefined;
  readonly operationType: string | undefined;
  /** The source of the events, or the errors. */
  result?: AsyncIterable<unknown> | ExecutionResult;
  error?: unknown;
}

type Opened = OpenedSubscription | ExecutionResult;

/** A subscription to open. */
export interface TracedSubscription {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: unknown;
}

const channel = tracingChannel<object, SubscribeMessage>("graphql:subscribe");

/**
 * Opens a subscription, and publishes to graphql-js's channel `graphql:subscribe` if it has subscribers: graphql-js
 * itself publishes only in `subscribe`, which would also execute the events.
 *
 * @param args the subscription
 * @param open opens it
 * @returns the return value of `open`
 */
export function traceSubscription(args: TracedSubscription, open: () => MaybePromise<Opened>): MaybePromise<Opened> {
  if (!channel.hasSubscribers) return open();
  const message = messageOf(args);
  return channel.start.runStores(message, () => observed(message, open));
}

function observed(message: SubscribeMessage, open: () => MaybePromise<Opened>): MaybePromise<Opened> {
  let opened: MaybePromise<Opened>;
  try {
    opened = open();
  } catch (error) {
    message.error = error;
    channel.error.publish(message);
    channel.end.publish(message);
    throw error;
  }
  if (!(opened instanceof Promise)) message.result = resultOf(opened);
  channel.end.publish(message);
  return opened instanceof Promise ? observedLater(message, opened) : opened;
}

async function observedLater(message: SubscribeMessage, opening: Promise<Opened>): Promise<Opened> {
  try {
    const opened = await opening;
    message.result = resultOf(opened);
    return opened;
  } catch (error) {
    message.error = error;
    channel.error.publish(message);
    throw error;
  } finally {
    channel.asyncStart.publish(message);
    channel.asyncEnd.publish(message);
  }
}

function resultOf(opened: Opened): AsyncIterable<unknown> | ExecutionResult {
  return "source" in opened ? opened.source : opened;
}

function messageOf({ schema, document, operationName, variableValues }: TracedSubscription): SubscribeMessage {
  const operation = getOperationAST(document, operationName);
  return {
    schema,
    document,
    rawVariableValues: variableValues,
    operationName: operationName ?? operation?.name?.value,
    operationType: operation?.operation,
  };
}
