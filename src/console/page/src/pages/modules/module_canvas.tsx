import { addressOf } from "../../shell/router.ts";
import { type Fact, Facts } from "../../ui/facts.tsx";
import { count } from "../../ui/format.ts";
import type { Dependency, Module, ModuleMap, Use } from "./module_model.ts";

/** Everything about one module: what it offers, holds, uses and listens to, and what goes on with it now. */
export function ModuleCanvas({ module, map }: { readonly module: Module; readonly map: ModuleMap }) {
  const { identifier, beans = [], published = [], heard = [], variables = [] } = module;
  const outgoing = map.dependencies.filter(({ from }) => from === identifier);
  const incoming = map.dependencies.filter(({ to }) => to === identifier);
  const outside = map.callsFromOutside[identifier] ?? 0;
  const facts: Fact[] = [
    ["Folder", module.folder],
    ["Type", module.type === "open" ? "open: all of it may be imported" : "closed"],
    ["Shared", module.shared && "yes: every module may use it"],
    ["Within", module.parent && <ModuleLink id={module.parent} />],
    ["May depend on", module.allowedDependencies && (module.allowedDependencies.join(", ") || "nothing")],
    ...Object.entries(module.interfaces).map(([name, names]): Fact => [
      name === "<<UNNAMED>>" ? "Interface" : `Interface ${name}`,
      names.join(", "),
    ]),
    ...[...Map.groupBy(beans, ({ stereotype }) => stereotype)].map(([stereotype, each]): Fact => [
      stereotype,
      <ul>
        {each.map(({ name, type, file }) => (
          <li key={name + file}>
            {type ?? name} <Place file={file} />
          </li>
        ))}
      </ul>,
    ]),
    ["Publishes", published.length > 0 && <Uses uses={published} />],
    ["Listens to", heard.length > 0 && <Uses uses={heard} />],
    ["Environment", variables.length > 0 && <Uses uses={variables} />],
  ];
  return (
    <aside class="details-pane" aria-label="Module" tabIndex={0}>
      <header>
        <h2>{module.displayName}</h2>
        <a class="button small" href={addressOf("beans", [], { module: module.displayName })}>Beans</a>
      </header>
      {module.description && <p class="module-description">{module.description}</p>}
      <Facts facts={facts.filter(([, value]) => value !== false)} />
      <Neighbours title="Depends on" dependencies={outgoing} other={({ to }) => to} />
      <Neighbours title="Used by" dependencies={incoming} other={({ from }) => from} />
      {outside > 0 && <p class="hint">{count(outside)} calls from outside of all modules</p>}
    </aside>
  );
}

function ModuleLink({ id }: { readonly id: string }) {
  return <a href={addressOf("modules", [id])}>{id}</a>;
}

function Place({ file }: { readonly file: string }) {
  return <span class="hint">{file}</span>;
}

function Uses({ uses }: { readonly uses: readonly Use[] }) {
  return (
    <ul>
      {uses.map(({ name, files }) => <li key={name}>{name} {files.map((file) => <Place key={file} file={file} />)}
      </li>)}
    </ul>
  );
}

interface NeighboursProps {
  readonly title: string;
  readonly dependencies: readonly Dependency[];
  readonly other: (dependency: Dependency) => string;
}

function Neighbours({ title, dependencies, other }: NeighboursProps) {
  if (dependencies.length === 0) return null;
  return (
    <table class="module-neighbours">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" class="number">Calls</th>
          <th scope="col" class="number">Events</th>
        </tr>
      </thead>
      <tbody>
        {dependencies.map((dependency) => (
          <tr key={other(dependency)}>
            <td>
              <ModuleLink id={other(dependency)} />
              {dependency.violations > 0 && (
                <>
                  {" "}
                  <span class="status bad">violates</span>
                </>
              )}
              <div class="hint module-names">{dependency.names.filter((name) => name !== "*").join(", ")}</div>
            </td>
            <td class="number">{count(dependency.calls)}</td>
            <td class="number">{count(dependency.deliveries)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
