import type { ServiceIdentifier } from "../../../../deps.ts";
import { token } from "../../../kernel/mod.ts";
import type { ExternalizedMessage } from "./externalized_message.ts";

/** Brings events out of the process. */
export interface EventTransport extends AsyncDisposable {
  /** Names the transport in logs and in the health of the application, for example `"nats"`. */
  readonly name: string;
  /**
   * Looks at a message while it can still fail the publisher: one that can never be sent would only be tried in vain.
   *
   * @param message what will be sent after the commit
   * @throws TypeError saying what is wrong with it
   */
  requireSendable?(message: ExternalizedMessage): void;
  /**
   * Sends a message; resolves when the receiver has confirmed that it has it.
   *
   * @param message what to send
   * @param id the same each time the message is sent, so that a receiver may drop what it has
   */
  send(message: ExternalizedMessage, id: string): Promise<void>;
  /** Whether the receiver can be reached. @throws when it can't */
  check(): Promise<void>;
}

/** Identifier of the {@linkcode EventTransport} bean, which `externalization()` binds. */
export const EventTransport: ServiceIdentifier<EventTransport> = token<EventTransport>("EventTransport");
