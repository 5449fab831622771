import { readData } from "../../data/read_data.ts";
import { addressOf } from "../../shell/router.ts";
import type { Hit } from "../registry.ts";

/** The answer of the endpoint. */
export interface Beans {
  readonly contexts: { readonly application: { readonly beans: Readonly<Record<string, BeanFacts>> } };
}

interface BeanFacts {
  readonly aliases: readonly string[];
  readonly scope: string;
  readonly type: string;
  /** `"module Catalog"`, where the bean belongs to a module of the application. */
  readonly resource?: string;
  readonly dependencies: readonly string[];
}

/** A bean of the container. */
export interface ShownBean extends BeanFacts {
  readonly name: string;
  /** The module's name; `""` for beans of features. */
  readonly module: string;
  /** Names of the beans that depend on it. */
  readonly dependents: readonly string[];
}

/** The beans by name. */
export function beansOf({ contexts }: Beans): ReadonlyMap<string, ShownBean> {
  const entries = Object.entries(contexts.application.beans);
  const dependents = new Map<string, string[]>();
  for (const [name, { dependencies }] of entries) {
    for (const dependency of dependencies) dependents.set(dependency, [...dependents.get(dependency) ?? [], name]);
  }
  return new Map(entries.map(([name, facts]) => [name, {
    ...facts,
    name,
    module: facts.resource?.replace(/^module /, "") ?? "",
    dependents: dependents.get(name) ?? [],
  }]));
}

/** The beans, for the search. */
export async function beanHits(): Promise<readonly Hit[]> {
  return [...beansOf(await readData<Beans>("beans")).values()].map(({ name, module }) => ({
    title: name,
    ...(module !== "" && { detail: module }),
    href: addressOf("beans", [name]),
  }));
}
