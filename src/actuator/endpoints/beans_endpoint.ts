import type { Container } from "../../../deps.ts";
import { beansOf } from "../../container/mod.ts";
import {
  type ActuatorEndpoint,
  type ActuatorRequest,
  type Bean,
  InstalledModule,
  nameOfIdentifier,
} from "../../kernel/mod.ts";
import { afterOthers } from "./after_others.ts";

/** `/actuator/beans`: the bindings of the container and what they depend on. Creates no bean. */
export class BeansEndpoint implements ActuatorEndpoint {
  readonly id = "beans";
  readonly order = afterOthers;
  readonly #container: Container;

  /** @param container the application's container */
  constructor(container: Container) {
    this.#container = container;
  }

  async handle({ path }: ActuatorRequest): Promise<Response | undefined> {
    if (path !== "") return undefined;
    const beans = beansOf(this.#container).filter(({ name }) => !name.startsWith("espalier.installed."));
    const modules = await this.#container.getAllAsync(InstalledModule);
    const moduleNames = new Map(modules.map(({ containerModule, displayName }) => [containerModule, displayName]));
    const aliases = aliasesOf(beans);
    const counts = new Map<string, number>();
    const entries = beans.map((bean) => {
      const number = (counts.get(bean.name) ?? 0) + 1;
      counts.set(bean.name, number);
      const resource = bean.containerModule === undefined ? undefined : moduleNames.get(bean.containerModule);
      return [
        // Several bindings of one identifier are separate beans.
        number === 1 ? bean.name : `${bean.name}#${number}`,
        {
          aliases: number === 1 ? [...aliases.get(bean.name) ?? []] : [],
          scope: bean.scope.toLowerCase(),
          type: bean.type?.name ?? bean.kind,
          ...(resource === undefined ? {} : { resource: `module ${resource}` }),
          dependencies: [...new Set(bean.dependencies?.map(nameOfIdentifier))],
        },
      ];
    });
    return Response.json({ contexts: { application: { beans: Object.fromEntries(entries) } } });
  }
}

/** The names of bindings that stand for another one, by the name of that. */
function aliasesOf(beans: readonly Bean[]): ReadonlyMap<string, ReadonlySet<string>> {
  const aliases = new Map<string, Set<string>>();
  for (const { kind, name, dependencies = [] } of beans) {
    if (kind !== "ServiceRedirection") continue;
    const target = nameOfIdentifier(dependencies[0]!);
    aliases.set(target, (aliases.get(target) ?? new Set()).add(name));
  }
  return aliases;
}
