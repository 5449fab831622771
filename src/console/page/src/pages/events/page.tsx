import { useState } from "preact/hooks";
import { writeData } from "../../data/read_data.ts";
import { hasEndpoint } from "../../data/service.ts";
import { addressOf, setQuery } from "../../shell/router.ts";
import { EmptyPage, EmptyState, Failure, Loading } from "../../ui/empty_state.tsx";
import { count, counted } from "../../ui/format.ts";
import { PageHeader } from "../../ui/page_header.tsx";
import type { PageProps } from "../registry.ts";
import { PublicationTable } from "./publication_table.tsx";
import { limit, statuses, usePublications } from "./use_publications.ts";

const install = `import { eventPublications } from "@espalier/espalier/modulith";

createContainer(data({ … }), eventPublications(), …)`;

/** The stored deliveries of events: what is open, what failed, what to do about it. */
export default function EventsPage({ place: { query } }: PageProps) {
  if (!hasEndpoint("eventpublications")) {
    return (
      <EmptyPage heading="Events" title="Events are not stored" code={install}>
        Install eventPublications(): events then survive a crash, failed listeners are tried again, and both are shown
        here.
      </EmptyPage>
    );
  }
  return <Publications status={query.get("status") ?? ""} listener={query.get("listener") ?? ""} />;
}

function Publications({ status, listener }: { readonly status: string; readonly listener: string }) {
  const { data, error, reload } = usePublications(status, listener);
  const [failure, setFailure] = useState("");
  const act = async (id: string, method: "POST" | "DELETE") => {
    setFailure("");
    try {
      await writeData("eventpublications", method === "POST" ? `${id}/resubmit` : id, { method });
    } catch (cause) {
      setFailure((cause as Error).message);
    }
    reload();
  };
  const counts = data?.counts ?? {};
  const open = statuses.filter((name) => name !== "COMPLETED").reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  return (
    <>
      <PageHeader title="Events" note={data && `${counted(open, "publication")} not completed`}>
        {listener !== "" && <a class="button" href={addressOf("events", [], { status })}>All listeners</a>}
      </PageHeader>
      <div class="segments status-tabs" role="group" aria-label="Status">
        <button type="button" aria-pressed={status === ""} onClick={() => setQuery({ status: "" })}>
          Open {data && <b>{count(open)}</b>}
        </button>
        {statuses.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={status === name}
            onClick={() => setQuery({ status: name })}
          >
            {titled(name)} {data && <b>{count(counts[name] ?? 0)}</b>}
          </button>
        ))}
      </div>
      {failure !== "" && <p class="banner" role="alert">{failure}</p>}
      {data === undefined
        ? error === undefined ? <Loading /> : <Failure error={error} retry={reload} />
        : data.publications.length === 0
        ? <None status={status} />
        : <PublicationTable publications={data.publications} act={act} />}
      {(data?.publications.length ?? 0) >= limit && <p class="hint">Only the first {limit} of each status are shown.
      </p>}
    </>
  );
}

function titled(status: string): string {
  return status[0] + status.slice(1).toLowerCase();
}

function None({ status }: { readonly status: string }) {
  if (status === "") {
    return (
      <EmptyState title="Every event has been handled">
        Publications appear here while listeners handle them, and stay when a listener fails.
      </EmptyState>
    );
  }
  return <EmptyState title={`No publication is ${titled(status).toLowerCase()}`} />;
}
