import { useMemo } from "preact/hooks";
import { hasEndpoint } from "../../data/service.ts";
import { useData } from "../../data/use_data.ts";
import { addressOf, navigate, setQuery } from "../../shell/router.ts";
import { EmptyState, Failure, Loading } from "../../ui/empty_state.tsx";
import { counted } from "../../ui/format.ts";
import { PageHeader } from "../../ui/page_header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { VirtualList } from "../../ui/virtual_list.tsx";
import type { PageProps } from "../registry.ts";
import { FindingTable } from "./finding_table.tsx";
import { type Insight, matching, type Schema, typesOf } from "./schema_model.ts";
import { TypeDetails } from "./type_details.tsx";
import { UsageTable } from "./usage_table.tsx";

const install = `import { graphql } from "@espalier/espalier";

createContainer(graphql(), …)`;

const views = ["types", "usage", "findings"] as const;

/** The GraphQL schema: documentation, how clients use it, what the inspection found. */
export default function SchemaPage({ place: { path: [chosen], query } }: PageProps) {
  const isThere = hasEndpoint("schema");
  const schema = useData<Schema>(isThere ? "schema" : undefined);
  const insight = useData<Insight>(isThere && hasEndpoint("graphql") ? "graphql" : undefined, "", 5_000);
  if (!isThere) {
    return <EmptyState title="There is no GraphQL schema" code={install}>Install graphql().</EmptyState>;
  }
  const { data, error, reload } = schema;
  if (data === undefined) return error === undefined ? <Loading /> : <Failure error={error} retry={reload} />;
  const view = views.find((each) => each === query.get("view")) ?? "types";
  return (
    <SchemaView
      schema={data}
      insight={insight.data ?? {}}
      chosen={chosen ?? data.__schema.queryType?.name ?? ""}
      text={query.get("text") ?? ""}
      view={view}
    />
  );
}

interface SchemaViewProps {
  readonly schema: Schema;
  readonly insight: Insight;
  readonly chosen: string;
  readonly text: string;
  readonly view: typeof views[number];
}

function SchemaView({ schema, insight: { findings, usage }, chosen, text, view }: SchemaViewProps) {
  const types = useMemo(() => typesOf(schema), [schema]);
  const listed = useMemo(() => matching(types, text), [types, text]);
  const uses = useMemo(() => usage && new Map(usage.fields.map((field) => [field.coordinate, field])), [usage]);
  const type = types.find(({ name }) => name === chosen);
  return (
    <>
      <PageHeader title="Schema" note={counted(types.length, "type")}>
        <Tabs
          label="View"
          tabs={[["types", "Types"], ["usage", "Usage"], ["findings", `Findings (${findings?.length ?? 0})`]]}
          current={view}
          onChange={(id) => setQuery({ view: id === "types" ? "" : id })}
        />
        {view === "types" && (
          <input
            class="field"
            type="search"
            aria-label="Filter types"
            placeholder="Filter by type or field"
            value={text}
            onInput={(event) => setQuery({ text: event.currentTarget.value })}
          />
        )}
      </PageHeader>
      {view === "usage" && <UsageTable usage={usage} />}
      {view === "findings" && <FindingTable findings={findings} />}
      {view === "types" && (
        <div class="schema">
          <VirtualList
            label="Types"
            items={listed}
            rowHeight={32}
            keyOf={({ name }) => name}
            renderRow={({ name, kind }) => (
              <span class="type-row">
                <span>{name}</span> <span class="hint">{kind.toLowerCase().replace("_", " ")}</span>
              </span>
            )}
            selected={chosen}
            onSelect={({ name }) => navigate(addressOf("schema", [name], { text }))}
          />
          {type === undefined
            ? <EmptyState title="There is no such type">The schema has no type “{chosen}”.</EmptyState>
            : <TypeDetails key={type.name} type={type} uses={uses} />}
        </div>
      )}
    </>
  );
}
