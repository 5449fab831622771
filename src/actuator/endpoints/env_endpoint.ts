import {
  type ActuatorEndpoint,
  type ActuatorRequest,
  type EspalierProperties,
  maskedValue,
  sanitized,
} from "../../kernel/mod.ts";
import { isShownTo } from "../authorized.ts";
import { type PropertySource, propertySources, type SourcedProperty } from "./property_sources.ts";
import { afterOthers } from "./after_others.ts";

/** `/actuator/env`: environment variables and configuration, with the source of each value. Secrets are masked. */
export class EnvEndpoint implements ActuatorEndpoint {
  readonly id = "env";
  readonly order = afterOthers;
  readonly pathVariable = "toMatch";
  readonly #properties: EspalierProperties;

  /** @param properties the configuration in force */
  constructor(properties: EspalierProperties) {
    this.#properties = properties;
  }

  handle({ path, caller }: ActuatorRequest): Response | undefined {
    const { preset, actuator } = this.#properties;
    const showsValues = isShownTo(actuator.showValues, caller, actuator.roles);
    const sources = propertySources(this.#properties).map((source) => shown(source, showsValues));
    const profiles = { activeProfiles: [preset], defaultProfiles: ["production"] };
    if (path === "") return Response.json({ ...profiles, propertySources: sources });
    const holder = sources.find(({ properties }) => Object.hasOwn(properties, path));
    if (holder === undefined) return undefined;
    return Response.json({
      property: { source: holder.name, value: holder.properties[path]!.value },
      ...profiles,
      propertySources: sources.map(({ name, properties }) =>
        Object.hasOwn(properties, path) ? { name, property: properties[path] } : { name }
      ),
    });
  }
}

function shown({ name, properties }: PropertySource, showsValues: boolean): PropertySource {
  const entries = Object.entries(properties).map(([key, { value, ...origin }]): [string, SourcedProperty] => [
    key,
    { value: showsValues ? sanitized(key, value) : maskedValue, ...origin },
  ]);
  return { name, properties: Object.fromEntries(entries) };
}
