import { isNonNullType, isObjectType } from "../../../deps.ts";
import type { Logger } from "../../kernel/mod.ts";
import { connectionNodeType, type GraphQLTypeVisitor, type TypeVisit } from "../wiring/mod.ts";
import type { ConnectionAdapter } from "./connection_adapter.ts";
import { connectionDataFetcher } from "./connection_data_fetcher.ts";

/** Finds fields of connection types, and lets their data fetchers return containers of items. */
export class ConnectionFieldTypeVisitor implements GraphQLTypeVisitor {
  readonly #adapter: ConnectionAdapter;
  readonly #logger: Logger | undefined;

  /**
   * Creates the visitor.
   *
   * @param adapter adapts containers
   * @param logger logs at `DEBUG` connection fields that only read a property
   */
  constructor(adapter: ConnectionAdapter, logger?: Logger) {
    this.#adapter = adapter;
    this.#logger = logger?.forCategory("espalier.graphql.pagination");
  }

  /** Wraps the data fetcher of a field of a connection type. */
  readonly visitField: TypeVisit<"field"> = (field, context) => {
    const { parentType, codeRegistry, coordinates } = context;
    if (context.isSubscriptionType(parentType) || !isObjectType(parentType)) return;
    if (connectionNodeType(field.type) === undefined) return;
    const fetcher = codeRegistry.getDataFetcher(parentType.name, field.name);
    if (fetcher === undefined) {
      this.#logger?.debug(`Skipping connection field ${coordinates}: its data fetcher only reads a property`);
      return;
    }
    const isNullable = !isNonNullType(field.type);
    codeRegistry.dataFetcher(parentType.name, field.name, connectionDataFetcher(fetcher, this.#adapter, isNullable));
  };
}
