import { closestName } from "../closest_name.ts";
import { type EspalierPropertiesInput, presetProperty, propertyTables } from "./espalier_properties.ts";
import type { Property } from "./property.ts";

/** The variable by which a process hears that another one of the service has started it: no configuration. */
export const processVariable = "ESPALIER_PROCESS";

/** Reads variables by name; `Deno.env` is one. */
export interface EnvironmentVariables {
  /** All variables. */
  toObject(): Record<string, string>;
  /** The name of a single variable, if the process may not read all of them. */
  get?(name: string): string | undefined;
}

/**
 * Reads configuration from environment variables: `ESPALIER_GRAPHQL_PATH` is `graphql.path`,
 * `ESPALIER_REST_MAX_PAGE_SIZE` is `rest.maxPageSize`.
 *
 * The core never reads the environment by itself; an application that wants it calls this and runs with
 * `--allow-env` or, at the price that misspelt variables go unnoticed, with `--allow-env=ESPALIER_*`.
 *
 * @param environment the source of variables; `Deno.env` by default
 * @returns the configured properties, for `createApp`'s `properties`
 * @throws TypeError naming every unknown variable and every value that is not allowed
 * @throws Deno.errors.NotCapable when no variable may be read
 *
 * @example
 * ```ts
 * import { createApp, createContainer, propertiesFromEnv } from "@espalier/espalier";
 *
 * const variables: Record<string, string> = { ESPALIER_REST_MAX_PAGE_SIZE: "50" }; // without it: Deno.env
 * const properties = propertiesFromEnv({ toObject: () => variables });
 * console.log(properties.rest?.maxPageSize); // 50
 * await using _app = await createApp(createContainer(), { properties });
 * ```
 */
export function propertiesFromEnv(environment: EnvironmentVariables = Deno.env): EspalierPropertiesInput {
  const known = knownVariables();
  const result: Record<string, Record<string, unknown>> = {};
  const problems: string[] = [];
  for (const [name, text] of variablesIn(environment, known.keys())) {
    const target = known.get(name);
    const value = target?.property.parse(text);
    if (target === undefined) problems.push(unknownVariable(name, known.keys()));
    else if (value === undefined) {
      problems.push(
        `Cannot use variable "${name}" as it must be ${target.property.allowed}: current value is "${text}"`,
      );
    } else if (target.group === "") Object.assign(result, { [target.key]: value });
    else (result[target.group] ??= {})[target.key] = value;
  }
  if (problems.length > 0) {
    const error = new TypeError(problems.join("; "));
    // The error may end the process: its stack shows the caller instead of this function.
    Error.captureStackTrace(error, propertiesFromEnv);
    throw error;
  }
  return result as EspalierPropertiesInput;
}

/** The `ESPALIER_` variables: all of them or, if the permission does not allow that, the known ones. */
function variablesIn(environment: EnvironmentVariables, known: Iterable<string>): [name: string, text: string][] {
  try {
    return Object.entries(environment.toObject()).filter(([name]) =>
      name.startsWith("ESPALIER_") && name !== processVariable
    );
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable) || environment.get === undefined) throw error;
    return [...known].flatMap((name) => {
      const text = variable(environment as Required<EnvironmentVariables>, name);
      return text === undefined ? [] : [[name, text]];
    });
  }
}

function variable(environment: Required<EnvironmentVariables>, name: string): string | undefined {
  try {
    return environment.get(name);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotCapable)) throw cause;
    throw new Deno.errors.NotCapable(
      `Cannot read the configuration from the environment as the process must be allowed to read variable "${name}": ` +
        "run with --allow-env or --allow-env=ESPALIER_*",
      { cause },
    );
  }
}

function unknownVariable(name: string, known: Iterable<string>): string {
  const meant = closestName(name, known);
  return `Cannot use variable "${name}" as there is no such property${meant ? `: did you mean "${meant}"?` : ""}`;
}

/** A property with its group and key. */
export interface KnownVariable {
  /** The first part of the property's path, such as `http`. */
  readonly group: string;
  /** The rest of the property's path, such as `port`. */
  readonly key: string;
  /** Reads and checks values of the property. */
  readonly property: Property<unknown>;
}

/** All environment variables that are understood, by name. */
export function knownVariables(): ReadonlyMap<string, KnownVariable> {
  const all = new Map<string, KnownVariable>([["ESPALIER_PRESET", {
    group: "",
    key: "preset",
    property: presetProperty,
  }]]);
  for (const [group, table] of Object.entries(propertyTables)) {
    for (const [key, property] of Object.entries(table as unknown as Record<string, Property<unknown>>)) {
      all.set(`ESPALIER_${group.toUpperCase()}_${inUpperSnakeCase(key)}`, { group, key, property });
    }
  }
  return all;
}

function inUpperSnakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
