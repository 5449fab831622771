import type { ComponentType } from "preact";
import { hasEndpoint } from "../../data/service.ts";
import { setQuery } from "../../shell/router.ts";
import { EmptyState } from "../../ui/empty_state.tsx";
import { PageHeader } from "../../ui/page_header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { PageProps } from "../registry.ts";
import { Environment } from "./environment.tsx";
import { Features } from "./features.tsx";
import { LogLevels } from "./log_levels.tsx";
import { Properties } from "./properties.tsx";
import { Routes } from "./routes.tsx";

/** What a part of the page gets. */
export interface PartProps {
  /** What the rows must contain, in lower case. */
  readonly text: string;
}

interface Part {
  readonly id: string;
  readonly title: string;
  /** The endpoint that it reads. */
  readonly endpoint: string;
  readonly View: ComponentType<PartProps>;
}

const parts: readonly Part[] = [
  { id: "", title: "Properties", endpoint: "configprops", View: Properties },
  { id: "environment", title: "Environment", endpoint: "env", View: Environment },
  { id: "levels", title: "Log levels", endpoint: "loggers", View: LogLevels },
  { id: "features", title: "Features", endpoint: "conditions", View: Features },
  { id: "routes", title: "Routes", endpoint: "mappings", View: Routes },
];

const install = `import { actuator } from "@espalier/espalier/actuator";

createContainer(actuator(), …)`;

/** How the service is configured, and by what. */
export default function ConfigurationPage({ place: { query } }: PageProps) {
  const part = parts.find(({ id }) => id === query.get("part")) ?? parts[0]!;
  const text = query.get("text") ?? "";
  return (
    <>
      <PageHeader title="Configuration">
        <input
          class="field"
          type="search"
          aria-label="Text of rows"
          placeholder="Filter"
          value={text}
          onInput={(event) => setQuery({ text: event.currentTarget.value })}
        />
      </PageHeader>
      <Tabs
        label="Part"
        tabs={parts.map(({ id, title }) => [id, title] as const)}
        current={part.id}
        onChange={(id) => setQuery({ part: id, text: "" })}
      />
      {hasEndpoint(part.endpoint)
        ? <part.View key={part.id} text={text.toLowerCase()} />
        : <EmptyState title="Nothing tells the configuration" code={install}>Install actuator().</EmptyState>}
    </>
  );
}
