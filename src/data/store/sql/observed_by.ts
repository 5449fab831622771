import type { StatementListener } from "../../statement_listener.ts";
import type { StatementObserver, StatementTarget } from "../../statement_observer.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { SecretNames } from "../../statements/secret_names.ts";
import type { SqlTokenRules } from "../../statements/sql_tokens.ts";
import { StatementReader } from "../../statements/statement_facts.ts";
import { ObservedConnections, StatementObservation, TransactionCounter } from "./observed_connections.ts";
import type { SqlConnections } from "./sql_connections.ts";

/** The observers of statements. */
export interface StatementObservers {
  readonly onStatement?: StatementListener;
  readonly observers?: readonly StatementObserver[];
}

/** The connections whose statements are observed. */
export interface ObservableConnections {
  readonly connections: SqlConnections;
  readonly target: StatementTarget & { readonly system: SqlTokenRules };
  readonly models: EntityModels;
  /** The counter that the servers of a database share. */
  readonly counter?: TransactionCounter;
}

/**
 * Wraps connections, so that observers are notified of their statements.
 *
 * @param observers the observers
 * @param observable the connections
 * @returns the unwrapped connections if there is no observer, so that statements have no overhead
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
