import { closestName } from "../closest_name.ts";
import { describeValue } from "../describe_value.ts";
import {
  type EspalierProperties,
  type EspalierPropertiesInput,
  presetProperty,
  type PropertyGroups,
  propertyTables,
} from "./espalier_properties.ts";
import type { Property } from "./property.ts";

type Table = Readonly<Record<string, Property<unknown>>>;

/**
 * Completes a partial configuration with defaults and checks every value.
 *
 * @param inputs partial configurations; later ones win key by key
 * @returns the whole configuration, frozen
 * @throws TypeError naming every unknown key and every invalid value, with the allowed ones
 *
 * @example
 * ```ts
 * import { resolveProperties } from "@espalier/espalier";
 *
 * const properties = resolveProperties({ graphql: { path: "/api" } });
 * console.log(properties.graphql.path, properties.rest.defaultPageSize); // "/api" 20
 * ```
 */
export function resolveProperties(...inputs: readonly EspalierPropertiesInput[]): EspalierProperties {
  const problems = inputs.flatMap(unknownGroups);
  const chosen: unknown = Object.assign({}, ...inputs).preset;
  const check = (name: string, property: Property<unknown>, value: unknown) => {
    if (value !== undefined && !property.accepts(value)) problems.push(notAllowed(name, property, value));
    return value === undefined ? defaultOf(property, chosen) : value;
  };
  const groups = Object.entries(propertyTables).map(([name, group]) => {
    const table = group as unknown as Table;
    const given: Record<string, unknown> = Object.assign(
      {},
      ...inputs.map((input) => input?.[name as keyof PropertyGroups]),
    );
    problems.push(...inputs.flatMap((input) => notAGroup(name, input)), ...unknownKeys(name, table, given));
    const entries = Object.entries(table).map((
      [key, property],
    ) => [key, check(`${name}.${key}`, property, given[key])]);
    return [name, Object.freeze(Object.fromEntries(entries))];
  });
  const preset = check("preset", presetProperty, chosen);
  if (problems.length > 0) throw new TypeError(problems.join("; "));
  return Object.freeze({ preset, ...Object.fromEntries(groups) }) as EspalierProperties;
}

function defaultOf(property: Property<unknown>, preset: unknown): unknown {
  const ofPreset = preset === "development" ? property.development : preset === "test" ? property.test : undefined;
  return ofPreset === undefined ? property.default : ofPreset;
}

function unknownGroups(input: EspalierPropertiesInput): string[] {
  if (typeof input !== "object" || input === null) {
    return [`Cannot use properties as they must be an object: current value is ${describeValue(input)}`];
  }
  return Object.keys(input)
    .filter((name) => name !== "preset" && !Object.hasOwn(propertyTables, name))
    .map((name) => unknownKey(name, ["preset", ...Object.keys(propertyTables)]));
}

function notAGroup(name: string, input: EspalierPropertiesInput): string[] {
  const group: unknown = input?.[name as keyof PropertyGroups];
  if (group === undefined || typeof group === "object" && group !== null && !Array.isArray(group)) return [];
  return [
    `Cannot use property "${name}" as it must be an object of properties: current value is ${describeValue(group)}`,
  ];
}

function unknownKeys(group: string, table: Table, given: object): string[] {
  return Object.keys(given)
    .filter((key) => !Object.hasOwn(table, key))
    .map((key) => unknownKey(`${group}.${key}`, Object.keys(table).map((each) => `${group}.${each}`)));
}

function unknownKey(name: string, known: readonly string[]): string {
  const meant = closestName(name, known);
  const hint = meant === undefined ? `known keys are ${known.join(", ")}` : `did you mean "${meant}"?`;
  return `Cannot use property "${name}" as it does not exist: ${hint}`;
}

function notAllowed(name: string, property: Property<unknown>, value: unknown): string {
  return `Cannot use property "${name}" as it must be ${property.allowed}: current value is ${JSON.stringify(value)}`;
}
