import {
  type ConstDirectiveNode,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  valueFromASTUntyped,
} from "../../../deps.ts";
import { declareWhereUsed } from "./declare_where_used.ts";
import type { TypeDefinitionRegistry } from "./type_definition_registry.ts";

const declaration = "directive @sunset(at: String, since: String, link: String) on FIELD_DEFINITION | " +
  "ARGUMENT_DEFINITION | ENUM_VALUE | INPUT_FIELD_DEFINITION";

/** The dates of a deprecation. */
export interface Deprecation {
  /** The time of the deprecation, in milliseconds of Unix time; absent if the schema does not specify it. */
  readonly since?: number;
  /** The time at which the element stops working, in milliseconds of Unix time; absent if not specified. */
  readonly sunset?: number;
  /** The URL of a page that describes the replacement. */
  readonly link?: string;
}

/**
 * Declares `@sunset` where the schema uses it, unless it declares it itself.
 *
 * @param registry the schema's definitions
 */
export function addSunsetDirective(registry: TypeDefinitionRegistry): void {
  declareWhereUsed(registry, "sunset", declaration);
}

/** The parts of a schema element that describe its deprecation. */
interface Deprecatable {
  readonly name: string;
  readonly deprecationReason?: string | null | undefined;
  readonly astNode?: { readonly directives?: readonly ConstDirectiveNode[] | undefined } | null | undefined;
}

/**
 * Finds the deprecated elements of a schema, by their coordinates: `Book.name`, `Query.books(old:)`, `Genre.POEM`.
 *
 * @param schema a schema
 * @throws TypeError when `@sunset` has no date, or its element is not deprecated
 */
export function deprecationsOf(schema: GraphQLSchema): ReadonlyMap<string, Deprecation> {
  const found = new Map<string, Deprecation>();
  const add = (coordinates: string, element: Deprecatable) => {
    const deprecation = deprecationOf(coordinates, element);
    if (deprecation !== undefined) found.set(coordinates, deprecation);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    if (isEnumType(type)) { for (const value of type.getValues()) add(`${type.name}.${value.name}`, value); }
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const coordinates = `${type.name}.${field.name}`;
      add(coordinates, field);
      if ("args" in field) { for (const argument of field.args) add(`${coordinates}(${argument.name}:)`, argument); }
    }
  }
  return found;
}

function deprecationOf(coordinates: string, { deprecationReason, astNode }: Deprecatable): Deprecation | undefined {
  const applied = astNode?.directives?.find(({ name }) => name.value === "sunset");
  if (deprecationReason == null) {
    if (applied === undefined) return undefined;
    throw new TypeError(
      `Cannot apply @sunset to "${coordinates}" as it must be deprecated: add @deprecated(reason: …)`,
    );
  }
  const given = Object.fromEntries(
    (applied?.arguments ?? []).map(({ name, value }) => [name.value, String(valueFromASTUntyped(value))]),
  );
  return {
    ...(given.since === undefined ? {} : { since: timeOf(given.since, `since of "${coordinates}"`) }),
    ...(given.at === undefined ? {} : { sunset: timeOf(given.at, `at of "${coordinates}"`) }),
    ...(given.link === undefined ? {} : { link: linkOf(given.link, coordinates) }),
  };
}

function timeOf(text: string, what: string): number {
  const time = /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text) ? Date.parse(text) : NaN;
  if (!Number.isNaN(time)) return time;
  throw new TypeError(
    `Cannot read @sunset ${what} as it must be a date such as "2027-01-31": current value is "${text}"`,
  );
}

function linkOf(text: string, coordinates: string): string {
  if (URL.canParse(text) || text.startsWith("/")) {
    return encodeURI(text).replaceAll("%25", "%");
  }
  throw new TypeError(`Cannot read @sunset link of "${coordinates}" as it must be a URL: current value is "${text}"`);
}
