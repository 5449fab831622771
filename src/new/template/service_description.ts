/** The parameters of a new service. */
export interface ServiceDescription {
  /** The service's name, as in its README. */
  readonly name: string;
  /** The package's specifier, for example `jsr:@espalier/espalier@^0.1.0`. */
  readonly framework: string;
  /** The URL of a folder with the package, used instead of the registry's; absent to use the registry's. */
  readonly checkout?: string;
  /** The database URL of the service, for example `sqlite:books.db`. */
  readonly database: string;
  /** The port it listens on. */
  readonly port: number;
}
