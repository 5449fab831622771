import { assertEquals } from "@std/assert";
import { LeveledLogger, type LogRecord } from "@espalier/espalier";

function recording(levels: ConstructorParameters<typeof LeveledLogger>[0]) {
  const records: Pick<LogRecord, "level" | "category" | "message">[] = [];
  const logger = new LeveledLogger(
    levels,
    ({ level, category, message }) => records.push({ level, category, message }),
  );
  return { logger, records };
}

Deno.test("logger: the longest category prefix decides the level", () => {
  const { logger, records } = recording({ "": "WARN", "espalier": "INFO", "espalier.graphql": "DEBUG" });
  logger.info("root info");
  logger.forCategory("espalier.http").info("http info");
  logger.forCategory("espalier.http").debug("http debug");
  logger.forCategory("espalier.graphql.execution").debug("graphql debug");
  logger.forCategory("espalierish").info("not below espalier");
  assertEquals(records, [
    { level: "INFO", category: "espalier.http", message: "http info" },
    { level: "DEBUG", category: "espalier.graphql.execution", message: "graphql debug" },
  ]);
});

Deno.test("logger: OFF silences a category", () => {
  const { logger, records } = recording({ "": "TRACE", "noisy": "OFF" });
  logger.forCategory("noisy").error("unheard");
  logger.trace("heard");
  assertEquals(records, [{ level: "TRACE", category: "", message: "heard" }]);
});
