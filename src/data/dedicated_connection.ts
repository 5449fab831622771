/** Receives the notifications of a channel. */
export interface NotificationListener {
  /**
   * Called for each notification.
   *
   * @param payload the text that was sent with it
   */
  notified(payload: string): void;
  /**
   * Called when listening begins, again after each reconnection, and when it is interrupted.
   *
   * @param isListening whether notifications arrive from now on; earlier ones are lost
   */
  changed?(isListening: boolean): void;
}

/**
 * A connection that is kept apart from all others: bookkeeping on it is never delayed by transactions that hold every
 * connection of the pool. Statements on it run one after another and never join the caller's transaction.
 *
 * On SQLite, which has one connection for all changes, statements run on the connections that there are.
 */
export interface DedicatedConnection extends AsyncDisposable {
  /** Whether the database can notify its clients: PostgreSQL can, SQLite can't. */
  readonly canListen: boolean;
  /**
   * Runs an SQL statement. A connection that broke is opened again by the next statement.
   *
   * @param text the statement, with the database's own placeholders
   * @param parameters the values of the placeholders
   * @returns the rows, each an object by column name as the driver gives them
   */
  execute(text: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /**
   * Listens to a channel until the connection is closed; opens the connection again whenever it breaks.
   *
   * @param channel the channel's name
   * @param listener receives the notifications
   */
  listen(channel: string, listener: NotificationListener): void;
  /**
   * Ends listening to a channel.
   *
   * @param channel the channel's name
   */
  unlisten(channel: string): void;
}
