import type { ServiceIdentifier } from "../../../../deps.ts";
import { token } from "../../../kernel/mod.ts";
import type { ExternalizedMessage } from "./externalized_message.ts";

/** Sends messages to a broker. */
export interface EventTransport extends AsyncDisposable {
  /** Names the transport in logs and in the health of the application, for example `"nats"`. */
  readonly name: string;
  /**
   * Checks a message inside `publish`, so that a message that can never be sent fails the publisher instead of every
   * retry.
   *
   * @param message the message that is sent after the commit
   * @throws TypeError when the broker would reject the message
   */
  requireSendable?(message: ExternalizedMessage): void;
  /**
   * Sends a message; resolves when the broker has confirmed it.
   *
   * @param message the message
   * @param id stays the same when the message is sent again, so that receivers can drop duplicates
   */
  send(message: ExternalizedMessage, id: string): Promise<void>;
  /** Checks the connection. @throws when the broker is unreachable */
  check(): Promise<void>;
}

/** Identifier of the {@linkcode EventTransport} bean, which `externalization()` binds. */
export const EventTransport: ServiceIdentifier<EventTransport> = token<EventTransport>("EventTransport");
