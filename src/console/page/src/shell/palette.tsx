import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Hit, pages } from "../pages/registry.ts";
import { Icon } from "../ui/icon.tsx";
import { addressOf, navigate } from "./router.ts";

/** Maximum number of hits that are shown. */
const maxHits = 50;

interface Entry extends Hit {
  /** What kind of thing it is: the page it belongs to. */
  readonly kind: string;
}

const pageEntries: readonly Entry[] = pages.map(({ id, title }) => ({ title, kind: "Page", href: addressOf(id) }));

/** Finds pages, and what the pages know of: traces, beans, endpoints. */
export function Palette({ close }: { readonly close: () => void }) {
  const [text, setText] = useState("");
  const [selected, setSelected] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const entries = useEntries();
  const hits = useMemo(() => matching(entries, text), [entries, text]);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => setSelected(0), [text]);
  useEffect(() => {
    document.getElementById(`hit-${selected}`)?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    close();
    navigate(hit.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setSelected(Math.max(0, Math.min(hits.length - 1, selected + step)));
    } else if (event.key === "Enter") open(hits[selected]);
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Search"
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div class="palette-input">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search pages, traces, beans and endpoints"
          placeholder="Search pages, traces, beans, endpoints…"
          aria-expanded="true"
          aria-controls="hits"
          aria-activedescendant={hits.length > 0 ? `hit-${selected}` : undefined}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <ul id="hits" role="listbox" aria-label="Hits" tabIndex={-1}>
        {hits.map((hit, at) => (
          <li
            key={at}
            id={`hit-${at}`}
            role="option"
            aria-selected={at === selected}
            onClick={() => open(hit)}
            onMouseMove={() => setSelected(at)}
          >
            <span class="hit-kind">{hit.kind}</span>
            <span class="hit-title">{hit.title}</span>
            {hit.detail && <span class="hit-detail">{hit.detail}</span>}
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p class="palette-none" role="status">Nothing is called “{text}”.</p>}
    </dialog>
  );
}

/** The pages at once, and what they know of when it has arrived. */
function useEntries(): readonly Entry[] {
  const [entries, setEntries] = useState(pageEntries);
  useEffect(() => {
    let isGone = false;
    for (const { title, hits } of pages) {
      hits?.().then((found) => {
        if (isGone) return;
        const kind = title.replace(/s$/, "");
        setEntries((last) => [...last, ...found.map((hit) => ({ kind, ...hit }))]);
        // What can't be read can't be found.
      }, () => {});
    }
    return () => void (isGone = true);
  }, []);
  return entries;
}

function matching(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const found: Entry[] = [];
  for (const entry of entries) {
    const haystack = `${entry.kind} ${entry.title} ${entry.detail ?? ""}`.toLowerCase();
    if (words.every((word) => haystack.includes(word))) found.push(entry);
    if (found.length >= maxHits) break;
  }
  return found;
}
