import type { StoredCondition } from "../../../kernel/mod.ts";
import type { Criteria } from "../../criteria.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { CriteriaResolver } from "../../query/resolve_criteria.ts";
import { CriteriaWriter } from "./criteria_writer.ts";
import type { SqlTools } from "./sql_tools.ts";
import type { SqlExpression } from "./sql_expression.ts";

/**
 * Writes a condition of a description as SQL without parameters, for table definitions.
 *
 * @param tools the query builder and the dialect
 * @param models the models of the database
 * @param stated the entity, the condition, and its name in error messages
 * @throws TypeError when criteria reach beyond the entity's own table
 */
export function conditionText(
  tools: SqlTools,
  models: EntityModels,
  { model, condition, label }: {
    readonly model: EntityModel;
    readonly condition: StoredCondition;
    readonly label: string;
  },
): string {
  if ("sql" in condition) return condition.sql;
  const refuse = (): never => {
    throw new TypeError(`Cannot use ${label} as its criteria must name properties of ${model.name} alone`);
  };
  // The kernel knows only the `kind` of criteria, as it must not import their classes.
  const resolved = new CriteriaResolver(models, model).resolve(condition as unknown as Criteria);
  const written = new CriteriaWriter(tools).condition({
    column: ({ via, column }) => via.length === 0 ? tools.sql.id(column) : refuse(),
    columnOf: refuse,
    inner: refuse,
  }, resolved);
  return definitionText(tools, written);
}

/**
 * Writes an expression with its parameters as literals.
 *
 * @param tools the query builder and the dialect
 * @param expression for example a condition
 */
export function definitionText({ kysely, sql }: SqlTools, expression: SqlExpression): string {
  const { sql: text, parameters } = sql`${expression}`.compile(kysely);
  let next = 0;
  return text.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\$\d+|\?/g, (token) => {
    if (token === "?") return literal(parameters[next++]);
    return token.startsWith("$") ? literal(parameters[Number(token.slice(1)) - 1]) : token;
  });
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (value instanceof Uint8Array) return `'\\x${new Uint8Array(value).toHex()}'`;
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return String(value);
}
