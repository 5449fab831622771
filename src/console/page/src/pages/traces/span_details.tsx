import { hasEndpoint } from "../../data/service.ts";
import { useData } from "../../data/use_data.ts";
import { addressOf } from "../../shell/router.ts";
import { type Fact, Facts, shown } from "../../ui/facts.tsx";
import { duration } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { ModuleLink } from "../../ui/module_link.tsx";
import { attribute, serviceName, type Span } from "./trace_model.ts";

/** Shown apart from the other attributes. */
const apart = new Set(["db.query.text", "module.key", "module.identifier", "module.name"]);

/** What is known of a span. */
export function SpanDetails(
  { span, start, close }: { readonly span: Span; readonly start: number; readonly close: () => void },
) {
  const statement = attribute(span, "db.query.text");
  const module = attribute(span, "module.key");
  const facts: Fact[] = [
    ["Duration", duration(span.end - span.start)],
    ["Starts after", duration(span.start - start)],
    ["Module", module && <ModuleLink id={module} name={attribute(span, "module.name") ?? module} />],
    ["Service", serviceName(span.service)],
    ["Kind", span.kind],
    ...Object.entries(span.attributes).filter(([name]) => !apart.has(name)).map(([name, value]): Fact => [
      name,
      shown(value),
    ]),
    ...span.events.map(({ name, time }): Fact => [`after ${duration(time - span.start)}`, name]),
    ...span.links.map((traceId): Fact => ["Linked trace", <a href={addressOf("traces", [traceId])}>{traceId}</a>]),
  ];
  return (
    <aside class="details-pane" aria-label="Span" tabIndex={0}>
      <header>
        <h2>{span.name}</h2>
        <button type="button" class="icon-button" aria-label="Close the details" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {statement && <pre class="statement" tabIndex={0}>{statement}</pre>}
      <Facts facts={facts} />
      <Source span={span} />
    </aside>
  );
}

interface SourcePlace {
  readonly file: string;
  readonly path: string;
  readonly line: number;
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/** Where the called method is written, in the development preset. */
function Source({ span }: { readonly span: Span }) {
  const name = attribute(span, "code.function.name");
  const query = new URLSearchParams({ module: attribute(span, "module.key") ?? "" });
  const isKnown = name !== undefined && hasEndpoint("sources");
  const { data } = useData<SourcePlace>(isKnown ? "sources" : undefined, `${encodeURIComponent(name ?? "")}?${query}`);
  if (data === undefined) return null;
  const { file, path, line, firstLine, lines } = data;
  return (
    <section class="source">
      <h3>
        <a href={`vscode://file${path}:${line}`} target="_blank" title="Open in the editor">{file}:{line}</a>
      </h3>
      <pre tabIndex={0}>
        {lines.map((text, at) => (
          <span key={at} class={firstLine + at === line ? "line current" : "line"}>
            <span class="line-number" aria-hidden="true">{firstLine + at}</span>{text}{"\n"}
          </span>
        ))}
      </pre>
    </section>
  );
}
