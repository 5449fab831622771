import { ClientAddresses } from "../../http/mod.ts";
import type { EspalierProperties, Lifecycle, Logger } from "../../kernel/mod.ts";

/** The services of the application that all transports use. */
export class TransportPlatform {
  /** The application's configuration. */
  readonly properties: EspalierProperties;
  /** The application's lifecycle: streams end when it drains. */
  readonly lifecycle: Lifecycle;
  /** Finds the addresses of clients, for limits. */
  readonly addresses: ClientAddresses;
  /** Logs under `espalier.graphql.transport`. */
  readonly logger: Logger;

  /**
   * Creates the platform.
   *
   * @param properties the configuration
   * @param lifecycle tells when the application stops
   * @param logger the application's logger
   */
  constructor(properties: EspalierProperties, lifecycle: Lifecycle, logger: Logger) {
    this.properties = properties;
    this.addresses = new ClientAddresses(properties.http);
    this.lifecycle = lifecycle;
    this.logger = logger.forCategory("espalier.graphql.transport");
  }
}
