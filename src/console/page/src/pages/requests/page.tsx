import { useMemo, useState } from "preact/hooks";
import { hasEndpoint } from "../../data/service.ts";
import { useData } from "../../data/use_data.ts";
import { setQuery } from "../../shell/router.ts";
import { EmptyPage, EmptyState, Failure, Loading } from "../../ui/empty_state.tsx";
import { counted, duration, timeOfDay } from "../../ui/format.ts";
import { PageHeader } from "../../ui/page_header.tsx";
import { VirtualList } from "../../ui/virtual_list.tsx";
import type { PageProps } from "../registry.ts";
import { type Exchange, keyOf, millisecondsOf, targetOf } from "./exchange.ts";
import { ExchangeDetails } from "./exchange_details.tsx";

/** Time between two readings, in milliseconds. */
const intervalMs = 2_000;

const install = `import { actuator } from "@espalier/espalier/actuator";

createApp(createContainer(actuator(), …), { properties: { actuator: { httpExchanges: 200 } } })`;

/** The last requests with their responses; in development, they can be sent again. */
export default function RequestsPage({ place: { query } }: PageProps) {
  if (!hasEndpoint("httpexchanges")) {
    return (
      <EmptyPage heading="Requests" title="Requests are not kept" code={install}>
        Install actuator(). Outside of the development preset, actuator.httpExchanges says how many are kept.
      </EmptyPage>
    );
  }
  return <Requests text={query.get("text") ?? ""} failed={query.get("failed") === "1"} />;
}

function Requests({ text, failed }: { readonly text: string; readonly failed: boolean }) {
  const { data, error, reload } = useData<{ readonly exchanges: readonly Exchange[] }>("httpexchanges", "", intervalMs);
  const [chosen, setChosen] = useState<Exchange | undefined>();
  const all = data?.exchanges ?? [];
  const found = useMemo(() => matching(all, text, failed), [data, text, failed]);
  if (data === undefined) return error === undefined ? <Loading /> : <Failure error={error} retry={reload} />;
  const note = found.length === all.length
    ? counted(all.length, "request")
    : `${counted(found.length, "request")} of ${all.length}`;
  return (
    <>
      <PageHeader title="Requests" note={error === undefined ? note : `${note}, not connected`}>
        <input
          class="field"
          type="search"
          aria-label="Method, path or status"
          placeholder="Filter by method, path, status"
          value={text}
          onInput={(event) => setQuery({ text: event.currentTarget.value })}
        />
        <button
          type="button"
          class="button"
          aria-pressed={failed}
          onClick={() => setQuery({ failed: failed ? "" : "1" })}
        >
          Failed only
        </button>
      </PageHeader>
      {found.length === 0
        ? (
          <EmptyState title={all.length === 0 ? "No request has come yet" : "No request fits the filter"}>
            Requests of clients appear here; those of the actuator and of this console do not.
          </EmptyState>
        )
        : (
          <div class={chosen === undefined ? "split" : "split has-details"}>
            <VirtualList
              label="Requests"
              items={found}
              rowHeight={34}
              keyOf={keyOf}
              renderRow={Row}
              selected={chosen === undefined ? "" : keyOf(chosen)}
              onSelect={setChosen}
            />
            {chosen && (
              <ExchangeDetails
                key={keyOf(chosen)}
                exchange={chosen}
                close={() => setChosen(undefined)}
                onReplayed={reload}
              />
            )}
          </div>
        )}
    </>
  );
}

function matching(exchanges: readonly Exchange[], text: string, failed: boolean): readonly Exchange[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return exchanges.filter((exchange) => {
    const { request: { method }, response: { status } } = exchange;
    if (failed && status < 400) return false;
    const haystack = `${method} ${targetOf(exchange)} ${status}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

function Row(exchange: Exchange) {
  const { timestamp, timeTaken, request: { method }, response: { status } } = exchange;
  return (
    <span class={status >= 400 ? "request-row failed" : "request-row"}>
      <span class="request-time">{timeOfDay(new Date(timestamp))}</span>
      <b>{method}</b>
      <span class="request-target">{targetOf(exchange)}</span>
      <span class="request-status">{status}</span>
      <span class="request-duration">{duration(millisecondsOf(timeTaken))}</span>
    </span>
  );
}
