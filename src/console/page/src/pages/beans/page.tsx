import { useMemo } from "preact/hooks";
import { hasEndpoint } from "../../data/service.ts";
import { useData } from "../../data/use_data.ts";
import { addressOf, navigate, setQuery } from "../../shell/router.ts";
import { EmptyPage, EmptyState, Failure, Loading } from "../../ui/empty_state.tsx";
import { counted } from "../../ui/format.ts";
import { GraphView } from "../../ui/graph/graph_view.tsx";
import type { GraphEdge, GraphNode } from "../../ui/graph/layout.ts";
import { PageHeader } from "../../ui/page_header.tsx";
import { VirtualList } from "../../ui/virtual_list.tsx";
import type { PageProps } from "../registry.ts";
import { BeanDetails } from "./bean_details.tsx";
import { type Beans, beansOf, type ShownBean } from "./bean_model.ts";

/** Maximum number of beans in the graph. */
const maxNodes = 150;
const hues = ["--green", "--blue", "--violet", "--amber", "--red"];

const install = `import { actuator } from "@espalier/espalier/actuator";

createContainer(actuator(), …)`;

/** The beans of the container and what they are made of, as a graph. */
export default function BeansPage({ place: { path: [chosen], query } }: PageProps) {
  const isThere = hasEndpoint("beans");
  const { data, error, reload } = useData<Beans>(isThere ? "beans" : undefined);
  const beans = useMemo(() => data && beansOf(data), [data]);
  if (!isThere) {
    return <EmptyPage heading="Beans" title="Nothing tells the beans" code={install}>Install actuator().</EmptyPage>;
  }
  if (beans === undefined) return error === undefined ? <Loading /> : <Failure error={error} retry={reload} />;
  return <BeanGraph beans={beans} chosen={chosen} text={query.get("text") ?? ""} module={query.get("module")} />;
}

interface BeanGraphProps {
  readonly beans: ReadonlyMap<string, ShownBean>;
  readonly chosen: string | undefined;
  readonly text: string;
  /** `null` shows the beans of modules, `""` those of features. */
  readonly module: string | null;
}

function BeanGraph({ beans, chosen, text, module }: BeanGraphProps) {
  const modules = useMemo(() => [...new Set([...beans.values()].map((bean) => bean.module))].sort(), [beans]);
  const listed = useMemo(() => matching(beans, text, module), [beans, text, module]);
  const selected = chosen === undefined ? undefined : beans.get(chosen);
  const { nodes, edges } = useMemo(() => graphOf(beans, selected, listed), [beans, selected, listed]);
  const query = { text, ...(module !== null && { module: module === "" ? "features" : module }) };
  const select = (name: string) => navigate(addressOf("beans", [name], query));
  return (
    <>
      <PageHeader title="Beans" note={`${counted(listed.length, "bean")} of ${beans.size}`}>
        <input
          class="field"
          type="search"
          aria-label="Name of beans"
          placeholder="Filter by name"
          value={text}
          onInput={(event) => setQuery({ text: event.currentTarget.value })}
        />
        <select
          class="field"
          aria-label="Module"
          value={module ?? "all"}
          onChange={(event) => setQuery({ module: event.currentTarget.value.replace(/^all$/, "") })}
        >
          <option value="all">All beans</option>
          {modules.map((name) => (
            <option key={name} value={name === "" ? "features" : name}>{name === "" ? "Features" : name}</option>
          ))}
        </select>
        {selected && <a class="button" href={addressOf("beans", [], query)}>Whole graph</a>}
      </PageHeader>
      {listed.length === 0 ? <EmptyState title="No bean fits the filter" /> : (
        <div class="beans">
          <VirtualList
            label="Beans"
            items={listed}
            rowHeight={30}
            keyOf={({ name }) => name}
            renderRow={({ name, module: of }) => (
              <span class="bean-row">
                <span>{name}</span> <span class="hint">{of}</span>
              </span>
            )}
            selected={chosen ?? ""}
            onSelect={({ name }) => select(name)}
          />
          {nodes.length > maxNodes
            ? <EmptyState title={`${nodes.length} beans are too many to draw`}>Choose a bean or a module.</EmptyState>
            : <GraphView label="Beans" nodes={nodes} edges={edges} selected={chosen ?? ""} onSelect={select} />}
          {selected && <BeanDetails bean={selected} beans={beans} />}
        </div>
      )}
    </>
  );
}

function matching(beans: ReadonlyMap<string, ShownBean>, text: string, module: string | null): readonly ShownBean[] {
  const wanted = text.toLowerCase();
  const of = module === "features" ? "" : module;
  return [...beans.values()].filter((bean) =>
    (of === null || bean.module === of) && `${bean.name} ${bean.type} ${bean.module}`.toLowerCase().includes(wanted)
  ).sort((a, b) => Number(a.module === "") - Number(b.module === "") || a.name.localeCompare(b.name));
}

/** The beans around the selected one; without one, those that are listed and connected. */
function graphOf(beans: ReadonlyMap<string, ShownBean>, selected: ShownBean | undefined, listed: readonly ShownBean[]) {
  const names = selected === undefined ? overviewOf(listed) : around(beans, selected);
  const modules = [...new Set([...beans.values()].map(({ module }) => module))].filter((name) => name !== "").sort();
  const shown = [...names].flatMap((name) => beans.get(name) ?? []);
  const nodes = shown.map(({ name, module }): GraphNode => ({
    id: name,
    label: name,
    ...(module !== "" && { note: module, color: hues[modules.indexOf(module) % hues.length]! }),
  }));
  const edges = shown.flatMap(({ name, dependencies }): GraphEdge[] =>
    dependencies.map((dependency) => ({ from: name, to: dependency }))
  );
  return { nodes, edges };
}

function overviewOf(listed: readonly ShownBean[]): ReadonlySet<string> {
  const own = listed.filter(({ module }) => module !== "");
  const drawn = own.length > 0 ? own : listed;
  // A bean that nothing connects says nothing in a graph; the list has it.
  const connected = drawn.filter(({ dependencies, dependents }) => dependencies.length + dependents.length > 0);
  return new Set(connected.flatMap(({ name, dependencies }) => own.length > 0 ? [name, ...dependencies] : [name]));
}

function around(beans: ReadonlyMap<string, ShownBean>, { name, dependencies, dependents }: ShownBean): Set<string> {
  const second = dependencies.flatMap((dependency) => beans.get(dependency)?.dependencies ?? []);
  return new Set([name, ...dependencies, ...dependents.slice(0, maxNodes - 60), ...second.slice(0, 50)]);
}
