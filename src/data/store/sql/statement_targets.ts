import type { StatementTarget } from "../../statement_observer.ts";

/** The database that statements of PostgreSQL are sent to, as observers see it. */
export function postgresTarget(
  { hostname, port, pathname }: URL,
  { name, schema, isReplica }: Pick<StatementTarget, "name" | "isReplica"> & { readonly schema?: string | undefined },
): StatementTarget & { readonly system: "postgresql" } {
  const database = pathname.slice(1);
  return {
    name,
    system: "postgresql",
    ...(database === "" ? {} : { namespace: schema === undefined ? database : `${database}|${schema}` }),
    ...(hostname === "" ? {} : { address: hostname.replace(/^\[|\]$/g, "") }),
    ...(port === "" || port === "5432" ? {} : { port: Number(port) }),
    isReplica,
  };
}

/** The file that statements of SQLite are sent to, as observers see it. */
export function sqliteTarget(name: string, file: string): StatementTarget & { readonly system: "sqlite" } {
  return { name, system: "sqlite", namespace: file, isReplica: false };
}

/** The database that statements of MariaDB are sent to, as observers see it. */
export function mariadbTarget(
  { hostname, port }: URL,
  { name, namespace }: { readonly name: string; readonly namespace: string },
): StatementTarget & { readonly system: "mariadb" } {
  return {
    name,
    system: "mariadb",
    namespace,
    ...(hostname === "" ? {} : { address: hostname.replace(/^\[|\]$/g, "") }),
    ...(port === "" || port === "3306" ? {} : { port: Number(port) }),
    isReplica: false,
  };
}
