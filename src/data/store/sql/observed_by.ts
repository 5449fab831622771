import type { StatementListener } from "../../statement_listener.ts";
import type { StatementObserver, StatementTarget } from "../../statement_observer.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { SecretNames } from "../../statements/secret_names.ts";
import type { SqlTokenRules } from "../../statements/sql_tokens.ts";
import { StatementReader } from "../../statements/statement_facts.ts";
import { ObservedConnections, StatementObservation, TransactionCounter } from "./observed_connections.ts";
import type { SqlConnections } from "./sql_connections.ts";

/** Who is notified of statements. */
export interface StatementObservers {
  readonly onStatement?: StatementListener;
  readonly observers?: readonly StatementObserver[];
}

/** Whose statements are observed. */
export interface ObservableConnections {
  readonly connections: SqlConnections;
  readonly target: StatementTarget & { readonly system: SqlTokenRules };
  readonly models: EntityModels;
  /** Shared by the servers of a database. */
  readonly counter?: TransactionCounter;
}

/**
 * Lets observers see the statements of connections.
 *
 * @param observers who is notified
 * @param observable the connections
 * @returns the connections themselves where there is no observer: then statements cost what they cost without
 */
export function observedBy(
  { onStatement, observers = [] }: StatementObservers,
  { connections, target, models, counter = new TransactionCounter() }: ObservableConnections,
): SqlConnections {
  const all = onStatement === undefined ? observers : [listening(onStatement), ...observers];
  if (all.length === 0) return connections;
  const source = { target, reader: new StatementReader(target.system), secrets: new SecretNames(models) };
  return new ObservedConnections(connections, new StatementObservation(source, all), counter);
}

function listening(listener: StatementListener): StatementObserver {
  return {
    started({ kind, text }) {
      if (kind === "statement") listener(text);
      return undefined;
    },
  };
}
