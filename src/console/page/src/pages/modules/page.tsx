import { useMemo } from "preact/hooks";
import { hasEndpoint } from "../../data/service.ts";
import { useData } from "../../data/use_data.ts";
import { addressOf, navigate, setQuery } from "../../shell/router.ts";
import { EmptyState, Failure, Loading } from "../../ui/empty_state.tsx";
import { counted } from "../../ui/format.ts";
import { GraphView } from "../../ui/graph/graph_view.tsx";
import { PageHeader } from "../../ui/page_header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { PageProps } from "../registry.ts";
import { ModuleCanvas } from "./module_canvas.tsx";
import { graphOf, matching, type ModuleMap } from "./module_model.ts";
import { ViolationTable } from "./violation_table.tsx";

const install = `import { modulith } from "@espalier/espalier/modulith";

createContainer(modulith(), …)`;

/** The modules of the service as a graph, with their violations and what goes on between them. */
export default function ModulesPage({ place: { path: [chosen], query } }: PageProps) {
  const isThere = hasEndpoint("modules");
  const { data, error, reload } = useData<ModuleMap>(isThere ? "modules" : undefined, "", 3_000);
  if (!isThere) {
    return (
      <EmptyState title="The modules are not known" code={install}>
        Install modulith(): the folders of the service become modules whose boundaries are checked.
      </EmptyState>
    );
  }
  if (data === undefined) return error === undefined ? <Loading /> : <Failure error={error} retry={reload} />;
  const view = query.get("view") === "violations" ? "violations" : "graph";
  return <Modules map={data} chosen={chosen ?? ""} text={query.get("text") ?? ""} view={view} />;
}

interface ModulesProps {
  readonly map: ModuleMap;
  readonly chosen: string;
  readonly text: string;
  readonly view: "graph" | "violations";
}

function Modules({ map, chosen, text, view }: ModulesProps) {
  const { modules, violations } = map;
  const graph = graphOf(map, matching(map, text));
  // Numbers change every few seconds; the picture is laid out again when it is another one.
  const { nodes, edges } = useMemo(() => graph, [JSON.stringify(graph)]);
  const module = modules.find(({ identifier }) => identifier === chosen);
  const select = (id: string) => navigate(addressOf("modules", id === chosen ? [] : [id], { text }));
  const note = `${counted(modules.length, "module")}, ${counted(violations.length, "violation")}`;
  return (
    <>
      <PageHeader title="Modules" note={note}>
        <Tabs
          label="View"
          tabs={[["graph", "Graph"], ["violations", `Violations (${violations.length})`]]}
          current={view}
          onChange={(id) => setQuery({ view: id === "graph" ? "" : id })}
        />
        <input
          class="field"
          type="search"
          aria-label="Filter modules"
          placeholder="Filter by name, bean or event"
          value={text}
          onInput={(event) => setQuery({ text: event.currentTarget.value })}
        />
      </PageHeader>
      {view === "violations"
        ? <ViolationTable violations={violations} />
        : nodes.length === 0
        ? (
          <EmptyState title={modules.length === 0 ? "There are no modules yet" : "No module fits the filter"}>
            {modules.length === 0 ? "A folder with a mod.ts beside main.ts is a module." : ""}
          </EmptyState>
        )
        : (
          <div class={module === undefined ? "modules" : "modules has-details"}>
            <figure class="module-graph">
              <GraphView label="Modules" nodes={nodes} edges={edges} selected={chosen} onSelect={select} />
              <Legend />
            </figure>
            {module !== undefined && <ModuleCanvas module={module} map={map} />}
          </div>
        )}
    </>
  );
}

const kinds = [
  ["", "depends on"],
  ["live", "calls seen"],
  ["event", "events"],
  ["event live", "events delivered"],
  ["violation", "violation"],
] as const;

function Legend() {
  return (
    <figcaption class="module-legend">
      {kinds.map(([kind, meaning]) => (
        <span key={kind}>
          <svg width="30" height="10" aria-hidden="true">
            <path class={`edge ${kind}`} d="M1 5H29" />
          </svg>
          {meaning}
        </span>
      ))}
    </figcaption>
  );
}
