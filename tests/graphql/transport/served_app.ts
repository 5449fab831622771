import type { Application } from "@espalier/espalier";
import { graphQlApp, type GraphQlAppOptions } from "./graphql_app.ts";

/** An application behind a server of its own. */
export class ServedApp implements AsyncDisposable {
  readonly app: Application;
  readonly server: Deno.HttpServer<Deno.NetAddr>;

  constructor(app: Application) {
    this.app = app;
    this.server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  }

  /** Starts an application and a server. */
  static async start(options: GraphQlAppOptions = {}): Promise<ServedApp> {
    return new ServedApp(await graphQlApp(options));
  }

  get port(): number {
    return this.server.addr.port;
  }

  /** The endpoint over HTTP. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/graphql`;
  }

  /** The endpoint over WebSocket. */
  get webSocketUrl(): string {
    return `ws://127.0.0.1:${this.port}/graphql`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]();
    await this.server.shutdown();
  }
}
