import {
  type ActuatorEndpoint,
  type ActuatorRequest,
  type EspalierProperties,
  maskedValue,
  sanitized,
} from "../../kernel/mod.ts";
import { isShownTo } from "../authorized.ts";
import { propertySources } from "./property_sources.ts";
import { afterOthers } from "./after_others.ts";

/** `/actuator/configprops`: the configuration in force by group, with the source of each value. Secrets are masked. */
export class ConfigPropsEndpoint implements ActuatorEndpoint {
  readonly id = "configprops";
  readonly order = afterOthers;
  readonly pathVariable = "prefix";
  readonly #properties: EspalierProperties;

  /** @param properties the configuration in force */
  constructor(properties: EspalierProperties) {
    this.#properties = properties;
  }

  handle({ path, caller }: ActuatorRequest): Response | undefined {
    const { actuator, preset: _, ...groups } = this.#properties;
    const showsValues = isShownTo(actuator.showValues, caller, actuator.roles);
    const names = Object.keys({ ...groups, actuator }).filter((name) => path === "" || name === path).sort();
    if (names.length === 0) return undefined;
    const origins = this.#origins();
    const beans = names.map((name) => [
      `espalier.${name}`,
      groupOf(name, { values: this.#properties[name as keyof EspalierProperties] as object, origins, showsValues }),
    ]);
    return Response.json({ contexts: { application: { beans: Object.fromEntries(beans) } } });
  }

  #origins(): ReadonlyMap<string, string> {
    const [application] = propertySources(this.#properties);
    return new Map(
      Object.entries(application!.properties).map(([name, { origin }]) => [name, origin!]),
    );
  }
}

interface Group {
  readonly values: object;
  readonly origins: ReadonlyMap<string, string>;
  readonly showsValues: boolean;
}

function groupOf(prefix: string, { values, origins, showsValues }: Group): object {
  const properties = Object.entries(values).map(([key, value]) =>
    [key, showsValues ? sanitized(key, value) : maskedValue] as const
  );
  const inputs = properties.map(([key, value]) => {
    const origin = origins.get(`${prefix}.${key}`);
    return [key, origin === undefined ? {} : { value, origin }];
  });
  return { prefix, properties: Object.fromEntries(properties), inputs: Object.fromEntries(inputs) };
}
