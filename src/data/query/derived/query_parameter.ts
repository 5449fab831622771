import type { Condition } from "./condition.ts";

/** A parameter of a query method. */
export interface QueryParameter {
  /** Its name over HTTP. */
  readonly name: string;
  /** Path of the property that it is compared with. */
  readonly path: string;
  /** Whether it takes several values. */
  readonly isList: boolean;
  /** Whether it is a regular expression, which must not come from a client. */
  readonly isExpression: boolean;
}

/** Returns the parameters of conditions, in the order of the arguments: named like the properties, ranges by two names. */
export function parametersOf(conditions: readonly Condition[]): QueryParameter[] {
  const asking = conditions.filter(({ part }) => part.keyword.argumentCount > 0);
  const names = distinctNames(asking);
  return asking.flatMap((condition, i) => {
    const { path, part: { keyword } } = condition;
    const taken = { path, isList: takesList(condition), isExpression: keyword.type === "REGEX" };
    const own = keyword.argumentCount === 2 ? [`${names[i]}From`, `${names[i]}To`] : [names[i]!];
    return own.map((name) => ({ name, ...taken }));
  });
}

/** Returns the properties' names; their paths if names are ambiguous, with a number if paths are. */
function distinctNames(conditions: readonly Condition[]): string[] {
  const own = conditions.map(({ property }) => property.name);
  const longer = conditions.map(({ path }, i) =>
    own.indexOf(own[i]!) === own.lastIndexOf(own[i]!) ? own[i]! : camel(path)
  );
  return longer.map((name, i) => {
    const before = longer.slice(0, i).filter((other) => other === name).length;
    return before === 0 ? name : `${name}${before + 1}`;
  });
}

function camel(path: string): string {
  return path.replace(/\.(.)/gu, (_, first: string) => first.toUpperCase());
}

function takesList({ part, property }: Condition): boolean {
  const { type } = part.keyword;
  if (type === "IN" || type === "NOT_IN") return true;
  // A list of values is compared as a whole, a list of entities with one of its elements.
  const isWhole = property.kind === "column" && property.descriptor.kind === "list";
  return isWhole && (type === "SIMPLE_PROPERTY" || type === "NEGATING_SIMPLE_PROPERTY");
}
