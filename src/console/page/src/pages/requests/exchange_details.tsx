import { useState } from "preact/hooks";
import { postData } from "../../data/read_data.ts";
import { useData } from "../../data/use_data.ts";
import { type Fact, Facts } from "../../ui/facts.tsx";
import { dateTime, duration } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { type Exchange, type Headers, millisecondsOf, readable, type Replayed, targetOf } from "./exchange.ts";

interface DetailsProps {
  readonly exchange: Exchange;
  readonly close: () => void;
  /** Called after the request was sent again. */
  readonly onReplayed: () => void;
}

/** A request with headers, body and response, and what came of sending it again. */
export function ExchangeDetails({ exchange, close, onReplayed }: DetailsProps) {
  const { id, request, response, timestamp, timeTaken, principal } = exchange;
  const { data } = useData<Exchange>(id === undefined ? undefined : "httpexchanges", String(id));
  const facts: Fact[] = [
    ["Time", dateTime(new Date(timestamp))],
    ["Duration", duration(millisecondsOf(timeTaken))],
    ["Principal", principal?.name],
  ];
  return (
    <aside class="details-pane" aria-label="Request" tabIndex={0}>
      <header>
        <b>{request.method} {response.status}</b>
        <button type="button" class="icon-button" aria-label="Close the details" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <p class="log-full">{targetOf(exchange)}</p>
      {exchange.isReplayable && <Replay id={id!} method={request.method} onReplayed={onReplayed} />}
      <Facts facts={facts} />
      <h2 class="part-title">Request</h2>
      <HeaderFacts headers={request.headers} />
      {data?.body !== undefined && <Body label="Body of the request" text={data.body} />}
      <h2 class="part-title">Response</h2>
      <HeaderFacts headers={response.headers} />
    </aside>
  );
}

interface ReplayProps {
  readonly id: number;
  readonly method: string;
  readonly onReplayed: () => void;
}

function Replay({ id, method, onReplayed }: ReplayProps) {
  const [replayed, setReplayed] = useState<Replayed | undefined>();
  const [failure, setFailure] = useState("");
  const [isRunning, setRunning] = useState(false);
  const replay = async () => {
    setRunning(true);
    setFailure("");
    try {
      setReplayed(await postData<Replayed>("httpexchanges", String(id)));
    } catch (cause) {
      setReplayed(undefined);
      setFailure((cause as Error).message);
    }
    setRunning(false);
    onReplayed();
  };
  return (
    <section class="replay" aria-label="Replay">
      <button type="button" class="button" disabled={isRunning} onClick={() => void replay()}>
        <Icon name="play" size={15} />
        Send again
      </button>
      {method !== "GET" && <span class="hint">It may change something once more.</span>}
      {failure !== "" && <p class="banner" role="alert">{failure}</p>}
      {replayed && (
        <>
          <p role="status">
            Answered with <b>{replayed.response.status}</b> in {duration(millisecondsOf(replayed.timeTaken))}
          </p>
          {replayed.body !== undefined && <Body label="Body of the new response" text={replayed.body} />}
        </>
      )}
    </section>
  );
}

function HeaderFacts({ headers }: { readonly headers: Headers }) {
  return <Facts facts={Object.entries(headers).map(([name, values]): Fact => [name, values.join(", ")])} />;
}

function Body({ label, text }: { readonly label: string; readonly text: string }) {
  return <pre class="stack" tabIndex={0} aria-label={label} role="region">{readable(text)}</pre>;
}
