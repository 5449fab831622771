import { inRootContext } from "../../../context/mod.ts";
import type { Logger } from "../../../kernel/mod.ts";
import type { ClientSocket } from "./client_socket.ts";
import { invalidMessage } from "./close_reason.ts";

/** What an {@linkcode IncomingMessages} needs. */
export interface IncomingOptions {
  /** Largest message, in bytes. */
  readonly maxBytes: number;
  /** Called when the client completes an operation, before the protocol's library hears of it. */
  readonly onComplete: (id: string) => void;
  /** Called when the result of an operation could not be sent: the connection can go on. */
  readonly onUnsent: (id: string, error: unknown) => void;
  readonly logger: Logger;
}

/** Receives messages over a socket, and closes it over those that can't be taken. */
export class IncomingMessages {
  readonly #socket: ClientSocket;
  readonly #options: IncomingOptions;

  /**
   * @param socket the client's
   * @param options limit and listener
   */
  constructor(socket: ClientSocket, options: IncomingOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  /**
   * Hands every message on.
   *
   * @param listener takes the text of a message
   */
  listen(listener: (text: string) => Promise<void>): void {
    this.#socket.listen((data) => inRootContext(() => this.#received(data, listener)));
  }

  #received(data: unknown, listener: (text: string) => Promise<void>): void {
    if (typeof data !== "string") return this.#close(4400, invalidMessage);
    const { maxBytes } = this.#options;
    if (isLonger(data, maxBytes)) return this.#close(1009, `A message must have ${maxBytes} bytes at most`);
    // The library tells only streams that they are completed: an operation that is still executing would go on.
    const completed = data.length > 1_000 || !data.includes('"complete"') ? undefined : idOf("complete", data);
    if (completed !== undefined) this.#options.onComplete(completed);
    listener(data).catch((error) => this.#failed(error, data));
  }

  #failed(error: unknown, data: string): void {
    // The library throws for messages that only a server may send.
    if (error instanceof Error && error.message.startsWith("Unexpected message of type")) {
      return this.#close(4400, invalidMessage);
    }
    const operation = idOf("subscribe", data);
    if (operation !== undefined) return this.#options.onUnsent(operation, error);
    this.#options.logger.error("Cannot handle a WebSocket message", { error });
    this.#close(4500, "Internal server error");
  }

  #close(code: number, reason: string): void {
    void this.#socket.close(code, reason);
  }
}

// A character takes three bytes of UTF-8 at most: most messages need no counting.
function isLonger(text: string, maxBytes: number): boolean {
  if (text.length * 3 <= maxBytes) return false;
  return text.length > maxBytes || new TextEncoder().encode(text).length > maxBytes;
}

function idOf(wanted: string, text: string): string | undefined {
  try {
    const { type, id } = JSON.parse(text);
    return type === wanted && typeof id === "string" ? id : undefined;
  } catch {
    // Not JSON: the library closes the connection for it.
    return undefined;
  }
}
