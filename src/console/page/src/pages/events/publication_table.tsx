import { useState } from "preact/hooks";
import { addressOf } from "../../shell/router.ts";
import { dateTime } from "../../ui/format.ts";
import { Status } from "../../ui/status.tsx";

/** One event for one listener, as the endpoint tells it. */
export interface Publication {
  readonly id: string;
  readonly listenerId: string;
  readonly eventType: string;
  readonly publicationDate: string;
  readonly completionDate?: string;
  readonly status: string;
  readonly completionAttempts: number;
  readonly nextAttemptDate?: string;
  readonly failure?: string;
  readonly traceparent?: string;
}

/** Delivers a publication again (`POST`), or gives it up (`DELETE`). */
export type Act = (id: string, method: "POST" | "DELETE") => Promise<void>;

/** Publications with what can be done about them. */
export function PublicationTable(
  { publications, act }: { readonly publications: readonly Publication[]; readonly act: Act },
) {
  return (
    <div class="card table-scroll" tabIndex={0} role="region" aria-label="Publications">
      <table class="publications">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Listener</th>
            <th scope="col">Status</th>
            <th scope="col" class="number attempts">Attempts</th>
            <th scope="col" class="date">Published</th>
            <th scope="col">
              <span class="hidden-label">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {publications.map((publication) => <Row key={publication.id} publication={publication} act={act} />)}
        </tbody>
      </table>
    </div>
  );
}

function Row({ publication, act }: { readonly publication: Publication; readonly act: Act }) {
  const { id, listenerId, eventType, publicationDate, status, completionAttempts, failure, nextAttemptDate } =
    publication;
  const traceId = publication.traceparent?.split("-")[1];
  return (
    <tr>
      <td>
        <b>{eventType.split(".").at(-1)}</b>
        {traceId && (
          <p>
            <a href={addressOf("traces", [traceId])}>Trace</a>
          </p>
        )}
      </td>
      <td class="listener">
        <a href={addressOf("events", [], { listener: listenerId, status })}>{listenerId}</a>
        {failure && <p class="failure">{failure}</p>}
      </td>
      <td>
        <Status value={status} />
        {nextAttemptDate && status === "FAILED" && (
          <p class="hint">again at {dateTime(new Date(nextAttemptDate)).slice(11)}</p>
        )}
      </td>
      <td class="number attempts">{completionAttempts}</td>
      <td class="date">{dateTime(new Date(publicationDate))}</td>
      <td class="actions">
        {(status === "FAILED" || status === "ABANDONED") && (
          <Action
            label="Resubmit"
            subject={eventType}
            run={() => act(id, "POST")}
          />
        )}
        {status === "FAILED" && <Action label="Give up" subject={eventType} run={() => act(id, "DELETE")} />}
      </td>
    </tr>
  );
}

function Action(
  { label, subject, run }: { readonly label: string; readonly subject: string; readonly run: () => Promise<void> },
) {
  const [isRunning, setRunning] = useState(false);
  return (
    <button
      type="button"
      class="button small"
      disabled={isRunning}
      aria-label={`${label} ${subject.split(".").at(-1)}`}
      onClick={() => {
        setRunning(true);
        void run().finally(() => setRunning(false));
      }}
    >
      {label}
    </button>
  );
}
