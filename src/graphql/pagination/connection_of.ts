import { isThenable } from "../../kernel/mod.ts";
import { DataFetcherResult } from "../wiring/mod.ts";
import { classNameOf, type ConnectionAdapter } from "./connection_adapter.ts";
import { Connection } from "./connection.ts";

/**
 * Converts the result of a data fetcher to a connection. Connections, including custom ones, are returned unchanged.
 *
 * @param adapter adapts containers
 * @param value the result
 * @param isNullable whether the field may be null; otherwise null becomes the empty connection
 * @returns a promise if the value, or the data of a `DataFetcherResult`, is one
 * @throws TypeError when no adapter supports the value
 */
export function connectionOf(adapter: ConnectionAdapter, value: unknown, isNullable: boolean): unknown {
  if (value instanceof DataFetcherResult) {
    const { errors, localContext, extensions } = value;
    const data = connectionOf(adapter, value.data, isNullable);
    return new DataFetcherResult({ data, errors, localContext, ...(extensions === undefined ? {} : { extensions }) });
  }
  if (value === null || value === undefined) return isNullable ? null : Connection.empty();
  if (isThenable(value)) return value.then((settled) => connectionOf(adapter, settled, isNullable));
  if (value instanceof Error || value instanceof Connection) return value;
  if (adapter.supports(value)) return adapted(adapter, value);
  if (isOwnConnection(value)) return value;
  const type = classNameOf(value);
  throw new TypeError(
    `No ConnectionAdapter for: ${type} (return a Window, Slice or Page, or bind a ConnectionAdapter for it)`,
  );
}

function adapted(adapter: ConnectionAdapter, container: unknown): unknown {
  const edges = adapter.getContent(container).map((node, i) => ({ node, cursor: adapter.cursorAt(container, i) }));
  const hasItems = edges.length > 0;
  const connection = new Connection(edges, {
    hasPreviousPage: hasItems && adapter.hasPrevious(container),
    hasNextPage: hasItems && adapter.hasNext(container),
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  });
  return adapter.createConnection?.(connection, container) ?? connection;
}

function isOwnConnection(value: unknown): boolean {
  if (classNameOf(value).endsWith("Connection")) return true;
  return typeof value === "object" && value !== null && "edges" in value && "pageInfo" in value;
}
