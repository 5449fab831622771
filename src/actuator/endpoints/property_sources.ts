import { type EspalierProperties, knownVariables, presetProperty, resolveProperties } from "../../kernel/mod.ts";

/** A value with its source. */
export interface SourcedProperty {
  readonly value: unknown;
  readonly origin?: string;
}

/** Properties of one origin. */
export interface PropertySource {
  readonly name: string;
  readonly properties: Readonly<Record<string, SourcedProperty>>;
}

/**
 * Lists the sources of an application's configuration; earlier sources take precedence.
 *
 * @param properties the configuration in force
 */
export function propertySources(properties: EspalierProperties): PropertySource[] {
  const variables = readableVariables();
  const names = variableNames();
  const defaults = flattened(resolveProperties({ preset: properties.preset }));
  const given: Record<string, SourcedProperty> = {};
  const others: Record<string, SourcedProperty> = {};
  for (const [name, value] of Object.entries(flattened(properties))) {
    const origin = originOf(names.get(name), variables);
    if (origin !== undefined || !isSame(value, defaults[name])) given[name] = { value, origin: origin ?? "createApp" };
    else others[name] = { value };
  }
  return [
    { name: "application", properties: given },
    { name: "systemEnvironment", properties: Object.fromEntries(Object.entries(variables).map(environmentProperty)) },
    { name: `defaults of preset "${properties.preset}"`, properties: others },
  ];
}

/** The origin of a configuration key, where its variable is set and may be read. */
function originOf(variable: string | undefined, variables: Readonly<Record<string, string>>): string | undefined {
  return variable !== undefined && Object.hasOwn(variables, variable)
    ? `System Environment Property "${variable}"`
    : undefined;
}

/** The variable of each configuration key. */
function variableNames(): ReadonlyMap<string, string> {
  return new Map(
    [...knownVariables()].map(([variable, { group, key }]) => [group === "" ? key : `${group}.${key}`, variable]),
  );
}

function environmentProperty([name, value]: [string, string]): [string, SourcedProperty] {
  return [name, { value, origin: `System Environment Property "${name}"` }];
}

/** All environment variables, or only the framework's if no others may be read. Never prompts for a permission. */
function readableVariables(): Record<string, string> {
  if (Deno.permissions.querySync({ name: "env" }).state === "granted") return Deno.env.toObject();
  const readable = [...knownVariables().keys()]
    .filter((variable) => Deno.permissions.querySync({ name: "env", variable }).state === "granted");
  return Object.fromEntries(readable.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

function flattened({ preset, ...groups }: EspalierProperties): Record<string, unknown> {
  const flat: Record<string, unknown> = { preset: preset ?? presetProperty.default };
  for (const [group, values] of Object.entries(groups)) {
    for (const [key, value] of Object.entries(values)) flat[`${group}.${key}`] = value;
  }
  return flat;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
