import type { ActuatorEndpoint, ActuatorProperties, ActuatorRequest, Health } from "../../kernel/mod.ts";
import type { HealthContributorRegistry } from "./health_contributor_registry.ts";
import { GroupMembers } from "./group_members.ts";
import { type HealthGroup, probeGroups } from "./health_group.ts";
import { healthJson } from "./health_json.ts";
import { HttpCodeStatusMapper } from "./http_code_status_mapper.ts";
import { StatusAggregator } from "./status_aggregator.ts";

/** The part of the contributors that one answer is about, and how it is given. */
interface View {
  readonly names: readonly string[];
  readonly members: GroupMembers;
  readonly aggregator: StatusAggregator;
  readonly mapper: HttpCodeStatusMapper;
  readonly showsComponents: boolean;
}

/** `/actuator/health`: the health of the whole, of a group, or of one component. */
export class HealthEndpoint implements ActuatorEndpoint {
  readonly id = "health";
  readonly pathVariable = "path";
  readonly order = -100;
  readonly #registry: HealthContributorRegistry;
  readonly #whole: View;
  readonly #groups: ReadonlyMap<string, View>;

  /**
   * @param registry asks the contributors
   * @param groups those of the application, beside the probes
   * @param properties what is shown, and how
   * @throws TypeError when a group names a contributor that there is not, or a part that one doesn't say it has
   */
  constructor(registry: HealthContributorRegistry, groups: readonly HealthGroup[], properties: ActuatorProperties) {
    this.#registry = registry;
    for (const group of groups) requireKnownMembers(group, registry.paths);
    this.#whole = viewOf({ name: "", include: ["*"] }, registry.names, properties);
    this.#groups = new Map(
      [...probeGroups, ...groups].map((group) => [group.name, viewOf(group, registry.names, properties)]),
    );
  }

  async handle({ path }: ActuatorRequest): Promise<Response | undefined> {
    if (path === "") return await this.#aggregate(this.#whole, { groups: [...this.#groups.keys()].sort() });
    const [first = "", ...rest] = path.split("/");
    const group = this.#groups.get(first);
    if (group === undefined) return await this.#component(this.#whole, [first, ...rest]);
    return rest.length === 0 ? await this.#aggregate(group) : await this.#component(group, rest);
  }

  async #aggregate(view: View, extra: object = {}): Promise<Response> {
    const asked = await Promise.all(view.names.map(async (name) => [name, await this.#ask(view, name)] as const));
    const members = asked.flatMap(([name, health]) => health === undefined ? [] : [[name, health] as const]);
    // Without anything that could be ill the service is well.
    const status = members.length === 0 ? "UP" : view.aggregator.aggregate(members.map(([, health]) => health.status));
    const components = Object.fromEntries(members);
    return respond(view.mapper, { status, ...(view.showsComponents && { components }), ...extra });
  }

  /** A component that is not shown doesn't exist for the client. */
  async #component(view: View, [name = "", ...parts]: readonly string[]): Promise<Response | undefined> {
    if (!view.showsComponents || !view.names.includes(name)) return undefined;
    let health = await this.#ask(view, name);
    for (const part of parts) {
      health = Object.hasOwn(health?.components ?? {}, part) ? health!.components![part] : undefined;
    }
    return health && respond(view.mapper, health);
  }

  async #ask({ members }: View, name: string): Promise<Health | undefined> {
    return members.partOf(await this.#registry.ask(name), name);
  }
}

function requireKnownMembers({ name, include, exclude = [] }: HealthGroup, known: readonly string[]): void {
  const unknown = [...include, ...exclude].find((each) => each !== "*" && !known.includes(each));
  if (unknown !== undefined) {
    throw new TypeError(
      `Cannot make health group "${name}" as its members must be among ${
        known.join(", ")
      }: current value is "${unknown}"`,
    );
  }
}

function viewOf(group: HealthGroup, names: readonly string[], properties: ActuatorProperties): View {
  const aggregator = new StatusAggregator(group.statusOrder ?? properties.healthStatusOrder);
  const members = new GroupMembers(group, aggregator);
  return {
    names: names.filter((name) => members.has(name)).sort(),
    members,
    aggregator,
    mapper: new HttpCodeStatusMapper(group.httpMapping ?? properties.healthHttpMapping),
    showsComponents: (group.showDetails ?? properties.healthDetails) === "always",
  };
}

function respond(mapper: HttpCodeStatusMapper, body: Health): Response {
  return new Response(healthJson(body), {
    status: mapper.statusCode(body.status),
    headers: { "content-type": "application/json" },
  });
}
