import type {
  ResolvedComparison,
  ResolvedCriteria,
  ResolvedSome,
  ResolvedText,
  ResolvedTuple,
} from "../../query/resolved_criteria.ts";
import { linkTableName } from "./link_tables.ts";
import { quoted, type SqlWriter } from "./sql_writer.ts";
import type { TableScope } from "./table_scope.ts";

/** Writes criteria as an SQL condition. */
export function writeCriteria(writer: SqlWriter, scope: TableScope, criteria: ResolvedCriteria): void {
  switch (criteria.kind) {
    case "and":
    case "or":
      return writeJunction(writer, scope, criteria);
    case "not":
      writer.write("not (");
      writeCriteria(writer, scope, criteria.operand);
      writer.write(")");
      return;
    case "comparison":
      return writeComparison(writer, scope, criteria);
    case "tuple":
      return writeTuple(writer, scope, criteria);
    case "in":
      return writeIn(writer, scope, criteria);
    case "text":
      return writeText(writer, scope, criteria);
    case "null":
      writer.write(`${scope.column(criteria.column)} is null`);
      return;
    case "elements":
      writer.dialect.writeElements(writer, scope.column(criteria.column), criteria.member);
      return;
    case "some":
      return writeSome(writer, scope, criteria);
  }
}

function writeJunction(
  writer: SqlWriter,
  scope: TableScope,
  { kind, operands }: ResolvedCriteria & { kind: "and" | "or" },
): void {
  if (operands.length === 0) {
    writer.write(kind === "and" ? "1 = 1" : "1 = 0");
    return;
  }
  writer.write("(").joined(operands, ` ${kind} `, (operand) => writeCriteria(writer, scope, operand)).write(")");
}

function writeComparison(writer: SqlWriter, scope: TableScope, criteria: ResolvedComparison): void {
  const { column, operator, value, ignoreCase } = criteria;
  if (!isHoldable(writer, value)) {
    // A text that the database can't hold equals nothing.
    writer.write(operator === "<>" ? `${scope.column(column)} is not null` : "1 = 0");
    return;
  }
  const expression = scope.column(column);
  const fold = (text: string) => ignoreCase ? writer.dialect.fold(text) : text;
  writer.write(`${fold(expression)} ${operator} `);
  if (!ignoreCase) writer.value(column.type, value);
  else writer.raw(value, (index) => fold(writer.dialect.placeholder(index, column.type, value)));
}

function writeTuple(writer: SqlWriter, scope: TableScope, { columns, operator, values }: ResolvedTuple): void {
  if (!values.every((value) => isHoldable(writer, value))) {
    writer.write("1 = 0");
    return;
  }
  writer.write("(").joined(columns, ", ", (column) => writer.write(scope.column(column)));
  writer.write(`) ${operator} (`).joined(values, ", ", (value, i) => writer.value(columns[i]!.type, value)).write(")");
}

function writeIn(writer: SqlWriter, scope: TableScope, criteria: ResolvedCriteria & { kind: "in" }): void {
  const { column, ignoreCase } = criteria;
  const values = criteria.values.filter((value) => isHoldable(writer, value));
  if (values.length === 0) {
    writer.write("1 = 0");
    return;
  }
  const expression = scope.column(column);
  if (!ignoreCase) {
    writer.dialect.writeIn(writer, expression, { type: column.type, values });
    return;
  }
  const operands = values.map((value): ResolvedCriteria => ({
    kind: "comparison",
    column,
    operator: "=",
    value,
    ignoreCase,
  }));
  writeJunction(writer, scope, { kind: "or", operands });
}

function writeText(writer: SqlWriter, scope: TableScope, { column, match, text, ignoreCase }: ResolvedText): void {
  const { dialect } = writer;
  if (!dialect.canHold(text)) {
    writer.write("1 = 0");
    return;
  }
  const own = scope.column(column);
  if (match === "regex") return dialect.writeRegex(writer, own, { text, ignoreCase });
  if (text === "" && match !== "like") {
    writer.write(`${own} is not null`);
    return;
  }
  const expression = ignoreCase ? dialect.fold(own) : own;
  const wanted = ignoreCase ? text.toLowerCase() : text;
  if (match === "like") return writeLike(writer, expression, wanted);
  if (match === "containing") return dialect.writeContains(writer, expression, wanted);
  const length = [...wanted].length;
  writer.write(match === "starting" ? `substr(${expression}, 1, ${length})` : dialect.ending(expression, length));
  writer.write(" = ").raw(wanted, (index) => dialect.placeholder(index, "text", wanted));
}

function writeLike(writer: SqlWriter, expression: string, pattern: string): void {
  // A pattern that ends in an escape character escapes nothing: take it literally.
  const trailing = /\\*$/.exec(pattern)![0].length;
  const complete = trailing % 2 === 1 ? `${pattern}\\` : pattern;
  writer.write(`${expression} like `)
    .raw(complete, (index) => writer.dialect.placeholder(index, "text", complete))
    .write(" escape '\\'");
}

function writeSome(writer: SqlWriter, scope: TableScope, criteria: ResolvedSome): void {
  const { collection, owner, target } = criteria;
  const ownerId = `${scope.aliasOf(criteria.via)}.${quoted(owner.id.column)}`;
  const inner = scope.inner();
  const condition = subcondition(writer, inner, criteria.criteria);
  writer.write(`exists (select 1 from ${quoted(target.table)} ${inner.alias}${condition.joins} where `);
  const mappedBy = collection.options.mappedBy;
  const back = mappedBy === undefined ? undefined : target.properties.get(mappedBy);
  if (back !== undefined && "column" in back) {
    writer.write(`${inner.alias}.${quoted(back.column)} = ${ownerId}`);
  } else {
    const table = quoted(linkTableName({ owner, target, property: collection }));
    writer.write(`${inner.alias}.${quoted(target.id.column)} in `);
    writer.write(`(select "target_id" from ${table} where "owner_id" = ${ownerId})`);
  }
  writer.write(" and ");
  condition.write();
  writer.write(")");
}

// The joins stand before the condition, but are known only after it was written: write it twice, once to find them.
function subcondition(writer: SqlWriter, scope: TableScope, criteria: ResolvedCriteria) {
  writeCriteria(writer.scratch(), scope, criteria);
  return { joins: scope.joins, write: () => writeCriteria(writer, scope, criteria) };
}

function isHoldable(writer: SqlWriter, value: unknown): boolean {
  return typeof value !== "string" || writer.dialect.canHold(value);
}
