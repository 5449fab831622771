import type { Container } from "../../../deps.ts";
import { type ActuatorEndpoint, type ActuatorRequest, ConnectionSource } from "../../kernel/mod.ts";
import { afterOthers } from "./after_others.ts";

/** `/actuator/connections`: requests in flight, WebSockets, streams and database pools with their numbers. */
export class ConnectionsEndpoint implements ActuatorEndpoint {
  readonly id = "connections";
  readonly order = afterOthers;
  readonly #container: Container;

  /** @param container holds the sources */
  constructor(container: Container) {
    this.#container = container;
  }

  async handle({ path }: ActuatorRequest): Promise<Response | undefined> {
    if (path !== "") return undefined;
    const sources = await this.#container.getAllAsync(ConnectionSource);
    return Response.json({
      connections: sources.map((source) => ({ kind: source.kind, name: source.name, ...source.counts() })),
    });
  }
}
