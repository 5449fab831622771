import type { Savepoint } from "../transaction_manager.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** A statement without parameters and results. */
export function plainStatement(text: string): SqlStatement {
  return { text, parameters: [], writes: true, bigints: false };
}

/**
 * Sets a savepoint in the transaction of a connection.
 *
 * @param name of the savepoint; an inner one of the same name hides the outer one until it ends
 * @param run runs a statement in the transaction
 */
export async function sqlSavepoint(
  name: string,
  run: (statement: SqlStatement) => Promise<unknown>,
): Promise<Savepoint> {
  await run(plainStatement(`savepoint ${name}`));
  const release = async () => void await run(plainStatement(`release savepoint ${name}`));
  return {
    release,
    rollback: async () => {
      await run(plainStatement(`rollback to savepoint ${name}`));
      await release();
    },
  };
}
