import { addressOf } from "../../shell/router.ts";
import { type Fact, Facts } from "../../ui/facts.tsx";
import { ModuleLink } from "../../ui/module_link.tsx";
import type { ShownBean } from "./bean_model.ts";

/** What is known of a bean. */
export function BeanDetails(
  { bean, beans }: { readonly bean: ShownBean; readonly beans: ReadonlyMap<string, ShownBean> },
) {
  const { name, type, scope, module, aliases, dependencies, dependents } = bean;
  const facts: Fact[] = [
    ["Type", type],
    ["Scope", scope],
    ["Module", module && <ModuleLink id={module.toLowerCase()} name={module} />],
    ["Also known as", aliases.join(", ")],
    ["Depends on", dependencies.length > 0 && <Names names={dependencies} beans={beans} />],
    ["Needed by", dependents.length > 0 && <Names names={dependents} beans={beans} />],
  ];
  return (
    <aside class="details-pane" aria-label="Bean" tabIndex={0}>
      <header>
        <h2>{name}</h2>
      </header>
      <Facts facts={facts.filter(([, value]) => value !== false)} />
    </aside>
  );
}

function Names(
  { names, beans }: { readonly names: readonly string[]; readonly beans: ReadonlyMap<string, ShownBean> },
) {
  return (
    <ul class="bean-names">
      {names.map((name) => (
        <li key={name}>{beans.has(name) ? <a href={addressOf("beans", [name])}>{name}</a> : name}</li>
      ))}
    </ul>
  );
}
