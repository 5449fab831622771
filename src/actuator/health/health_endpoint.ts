import {
  type ActuatorCaller,
  type ActuatorEndpoint,
  type ActuatorProperties,
  type ActuatorRequest,
  describeValue,
  type Health,
  type ShownTo,
} from "../../kernel/mod.ts";
import { isShownTo } from "../authorized.ts";
import type { HealthContributorRegistry } from "./health_contributor_registry.ts";
import { GroupMembers } from "./group_members.ts";
import { type HealthGroup, probeGroups } from "./health_group.ts";
import { healthJson } from "./health_json.ts";
import { HttpCodeStatusMapper } from "./http_code_status_mapper.ts";
import { StatusAggregator } from "./status_aggregator.ts";

/** The part of the contributors that one answer is about, and how it is given. */
interface View {
  readonly members: GroupMembers;
  readonly aggregator: StatusAggregator;
  readonly mapper: HttpCodeStatusMapper;
  readonly shownTo: ShownTo;
  readonly roles: readonly string[];
}

/** A view, and whether the caller sees its components. */
interface CallersView extends View {
  /** The members that exist at the moment, sorted. */
  readonly names: readonly string[];
  readonly showsComponents: boolean;
}

/** `/actuator/health`: the health of the whole, of a group, or of one component. */
export class HealthEndpoint implements ActuatorEndpoint {
  readonly id = "health";
  readonly isExposedByDefault = true;
  readonly pathVariable = "path";
  readonly order = -100;
  readonly #registry: HealthContributorRegistry;
  readonly #whole: View;
  readonly #groups: ReadonlyMap<string, View>;

  /**
   * @param registry checks the contributors
   * @param groups the groups of the application, without the probes
   * @param properties the configured details
   * @throws TypeError when two groups have one name, or a name can't be a path segment; where groups are validated,
   *   also when one names a contributor that there is not, or a part that a contributor doesn't say it has
   */
  constructor(registry: HealthContributorRegistry, groups: readonly HealthGroup[], properties: ActuatorProperties) {
    this.#registry = registry;
    requireNames(groups);
    for (const group of properties.healthGroupValidation ? groups : []) requireKnownMembers(group, registry.paths);
    this.#whole = viewOf({ name: "", include: ["*"] }, properties);
    this.#groups = new Map(
      [...probeGroups, ...groups].map((group) => [group.name, viewOf(group, properties)]),
    );
  }

  async handle({ path, caller }: ActuatorRequest): Promise<Response | undefined> {
    if (path === "") {
      // Without anything that could be ill the service is well.
      const health = await this.#aggregate(this.#seenBy(caller, this.#whole)) ?? { status: "UP" };
      const groups = [...this.#groups.keys()].sort();
      return respond(this.#whole.mapper, health, { groups });
    }
    const [first = "", ...rest] = path.split("/");
    const group = this.#groups.get(first);
    if (group === undefined) return await this.#component(this.#seenBy(caller, this.#whole), [first, ...rest]);
    if (rest.length > 0) return await this.#component(this.#seenBy(caller, group), rest);
    const health = await this.#aggregate(this.#seenBy(caller, group));
    return health && respond(group.mapper, health);
  }

  /** The health of the members together; nothing where there are none. */
  async #aggregate(view: CallersView): Promise<Health | undefined> {
    const asked = await Promise.all(view.names.map(async (name) => [name, await this.#ask(view, name)] as const));
    const members = asked.flatMap(([name, health]) => health === undefined ? [] : [[name, health] as const]);
    if (members.length === 0) return undefined;
    const status = view.aggregator.aggregate(members.map(([, health]) => health.status));
    return { status, ...(view.showsComponents && { components: Object.fromEntries(members) }) };
  }

  /** A component that is not shown doesn't exist for the client. */
  async #component(view: CallersView, [name = "", ...parts]: readonly string[]): Promise<Response | undefined> {
    if (!view.showsComponents || !view.names.includes(name)) return undefined;
    let health = await this.#ask(view, name);
    for (const part of parts) {
      health = Object.hasOwn(health?.components ?? {}, part) ? health!.components![part] : undefined;
    }
    return health && respond(view.mapper, health);
  }

  #seenBy(caller: ActuatorCaller | undefined, view: View): CallersView {
    const names = this.#registry.names.filter((name) => view.members.has(name)).sort();
    return { ...view, names, showsComponents: isShownTo(view.shownTo, caller, view.roles) };
  }

  async #ask({ members }: View, name: string): Promise<Health | undefined> {
    return members.partOf(await this.#registry.ask(name), name);
  }
}

function requireNames(groups: readonly HealthGroup[]): void {
  const known = new Set<string>();
  for (const { name } of groups) {
    if (typeof name !== "string" || name === "" || name.includes("/")) {
      throw new TypeError(
        `Cannot make a health group as its name must be a text without a slash: current value is ${
          describeValue(name)
        }`,
      );
    }
    if (known.has(name)) throw new TypeError(`Cannot make two health groups of one name: current value is "${name}"`);
    known.add(name);
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

function viewOf(group: HealthGroup, properties: ActuatorProperties): View {
  const aggregator = new StatusAggregator(group.statusOrder ?? properties.healthStatusOrder);
  const members = new GroupMembers(group, aggregator);
  return {
    members,
    aggregator,
    mapper: new HttpCodeStatusMapper(group.httpMapping ?? properties.healthHttpMapping),
    shownTo: group.showDetails ?? properties.healthDetails,
    roles: group.roles ?? properties.roles,
  };
}

function respond(mapper: HttpCodeStatusMapper, health: Health, beside: object = {}): Response {
  return new Response(healthJson({ ...health, ...beside }), {
    status: mapper.statusCode(health.status),
    headers: { "content-type": "application/json" },
  });
}
