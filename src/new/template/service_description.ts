/** What a new service is made of. */
export interface ServiceDescription {
  /** The service's name, as it stands in its README. */
  readonly name: string;
  /** The package's specifier, for example `jsr:@espalier/espalier@^0.1.0`. */
  readonly framework: string;
  /** The address of a folder with the package, which stands in for the registry's; absent means that none does. */
  readonly checkout?: string;
  /** Where the service keeps its data, for example `sqlite:books.db`. */
  readonly database: string;
  /** The port it listens on. */
  readonly port: number;
}
