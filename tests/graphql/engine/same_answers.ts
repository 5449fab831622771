import { assertEquals } from "@std/assert";
import { bareGraphQlJs, compiledEngines, type EngineCase, runCase } from "./engines.ts";

const engines = compiledEngines();

/** Asserts that a case gets graphql-js's answer from plans, interpreted and as generated code. */
export async function assertSameAnswer(name: string, engineCase: EngineCase): Promise<void> {
  const [expected] = await runCase(bareGraphQlJs, engineCase);
  for (const [engine, strategy] of Object.entries(engines)) {
    for (const result of await runCase(strategy, engineCase, engine === "compiled" ? [0, 0, 0, 0] : [0])) {
      assertEquals({ engine, name, result }, { engine, name, result: expected });
    }
  }
}
