import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Announcements } from "./announcements.ts";

/** Announcements over NATS: whichever process takes one, all that are subscribed to the subject hear it. */
export class NatsAnnouncements implements Announcements {
  readonly #servers: string;
  readonly #subject: string;
  #connection: Promise<NatsConnection> | undefined;

  /**
   * @param servers where NATS is, for example `127.0.0.1:4222`
   * @param subject what the processes have in common
   */
  constructor(servers: string, subject: string) {
    this.#servers = servers;
    this.#subject = subject;
  }

  async announce(text: string): Promise<void> {
    const connection = await this.#connected();
    connection.publish(this.#subject, text);
    await connection.flush();
  }

  async listen(): Promise<AsyncIterable<string>> {
    const connection = await this.#connected();
    const subscription = connection.subscribe(this.#subject);
    // The server knows of the subscription when this resolves: nothing announced from now on is missed.
    await connection.flush();
    const messages = subscription[Symbol.asyncIterator]();
    return {
      [Symbol.asyncIterator]: () => ({
        async next() {
          const result = await messages.next();
          return result.done ? { done: true, value: undefined } : { done: false, value: result.value.string() };
        },
        return() {
          subscription.unsubscribe();
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#connection)?.drain();
  }

  #connected(): Promise<NatsConnection> {
    return this.#connection ??= connect({ servers: this.#servers });
  }
}
