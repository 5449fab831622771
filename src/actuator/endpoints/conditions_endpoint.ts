import type { Container } from "../../../deps.ts";
import {
  ActuatorEndpoint,
  type ActuatorRequest,
  EspalierProperties,
  InstalledModule,
  isInstalled,
} from "../../kernel/mod.ts";
import { whyExposed } from "../exposure.ts";
import { type CatalogueFeature, features } from "./feature_catalogue.ts";
import { afterOthers } from "./after_others.ts";

/** One condition with its reason. */
interface Condition {
  readonly condition: string;
  readonly message: string;
}

interface Report {
  readonly positiveMatches: Record<string, Condition[]>;
  readonly negativeMatches: Record<string, { notMatched: Condition[]; matched: Condition[] }>;
}

/** `/actuator/conditions`: which features are installed and which endpoints are shown, and why the others are not. */
export class ConditionsEndpoint implements ActuatorEndpoint {
  readonly id = "conditions";
  readonly order = afterOthers;
  readonly #container: Container;

  /** @param container the application's container */
  constructor(container: Container) {
    this.#container = container;
  }

  async handle({ path }: ActuatorRequest): Promise<Response | undefined> {
    if (path !== "") return undefined;
    const properties = this.#container.get(EspalierProperties);
    const report: Report = { positiveMatches: {}, negativeMatches: {} };
    for (const feature of features) this.#addFeature(report, feature, properties);
    const endpoints = await this.#container.getAllAsync(ActuatorEndpoint);
    for (const endpoint of endpoints) addEndpoint(report, endpoint, properties);
    addAbsent(report, new Set(endpoints.map(({ id }) => id)), properties);
    const modules = await this.#container.getAllAsync(InstalledModule);
    const unconditionalClasses = modules.map(({ displayName }) => `module ${displayName}`);
    return Response.json({ contexts: { application: { ...report, unconditionalClasses } } });
  }

  #addFeature(report: Report, feature: CatalogueFeature, properties: EspalierProperties): void {
    const { name, module, brings, switchedOffBy } = feature;
    if (!isInstalled(name, this.#container)) {
      const message = `not installed: for ${brings} import { ${name.slice(0, -2)} } from ` +
        `"@espalier/espalier${module}" and add ${name} to createContainer`;
      report.negativeMatches[name] = { notMatched: [{ condition: "OnFeature", message }], matched: [] };
      return;
    }
    const installed = { condition: "OnFeature", message: `installed: brings ${brings}` };
    const off = switchedOffBy?.(properties);
    if (off === undefined) report.positiveMatches[name] = [installed];
    else {
      report.negativeMatches[name] = { notMatched: [{ condition: "OnProperty", message: off }], matched: [installed] };
    }
  }
}

function addEndpoint(report: Report, endpoint: ActuatorEndpoint, { actuator }: EspalierProperties): void {
  const { isExposed, reason } = whyExposed(endpoint, actuator);
  const condition = { condition: "OnExposure", message: reason };
  const name = `endpoint ${endpoint.id}`;
  if (isExposed) report.positiveMatches[name] = [condition];
  else report.negativeMatches[name] = { notMatched: [condition], matched: [] };
}

/** Endpoints that exist only if a property enables them. */
function addAbsent(report: Report, present: ReadonlySet<string>, { actuator }: EspalierProperties): void {
  const absent = {
    heapdump: `actuator.heapDump is ${actuator.heapDump}`,
    httpexchanges: `actuator.httpExchanges is ${actuator.httpExchanges}`,
    loggers: "the application binds a custom Logger",
  };
  for (const [id, message] of Object.entries(absent)) {
    if (present.has(id)) continue;
    report.negativeMatches[`endpoint ${id}`] = { notMatched: [{ condition: "OnProperty", message }], matched: [] };
  }
}
