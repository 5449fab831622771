import { addressOf } from "../../shell/router.ts";
import { type Fact, Facts, shown } from "../../ui/facts.tsx";
import { duration } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
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
    ["Module", module && <a href={addressOf("modules", [module])}>{attribute(span, "module.name") ?? module}</a>],
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
    </aside>
  );
}
