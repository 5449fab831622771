import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** What a list shows. */
export interface VirtualListProps<T> {
  /** Names the list to people who don't see it. */
  readonly label: string;
  readonly items: readonly T[];
  /** Height of every row in pixels. */
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string;
  readonly renderRow: (item: T) => ComponentChildren;
  /** Key of the selected row; `""` for none. */
  readonly selected?: string;
  /** Called by a click, and by Enter or Space on the active row. */
  readonly onSelect: (item: T) => void;
  /** Whether the list stays at its end while items are added, unless a person has scrolled up. */
  readonly followsEnd?: boolean;
}

/** Rows that are kept beside the visible ones. */
const overscan = 8;
/** Distance from the end in pixels up to which the list counts as being at its end. */
const endTolerance = 40;

/** A list of which only the visible rows exist: as quick with a hundred thousand items as with ten. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { label, items, rowHeight, keyOf, renderRow, selected = "", onSelect } = props;
  const host = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ top: 0, height: 600 });
  const [active, setActive] = useState(-1);
  useFollowing(host, props);
  useEffect(() => {
    const element = host.current!;
    const measure = () => setRange({ top: element.scrollTop, height: element.clientHeight });
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  const activate = (at: number) => {
    const next = Math.max(0, Math.min(items.length - 1, at));
    setActive(next);
    const element = host.current!;
    if (next * rowHeight < element.scrollTop) element.scrollTop = next * rowHeight;
    const below = (next + 1) * rowHeight - element.clientHeight;
    if (below > element.scrollTop) element.scrollTop = below;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const pageRows = Math.max(1, Math.floor(range.height / rowHeight) - 1);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: pageRows, PageUp: -pageRows };
    const step = steps[event.key];
    if (step !== undefined) activate(active < 0 ? Math.ceil(range.top / rowHeight) : active + step);
    else if (event.key === "Home") activate(0);
    else if (event.key === "End") activate(items.length - 1);
    else if ((event.key === "Enter" || event.key === " ") && items[active] !== undefined) onSelect(items[active]);
    else return;
    event.preventDefault();
  };
  const first = Math.max(0, Math.floor(range.top / rowHeight) - overscan);
  const end = Math.min(items.length, Math.ceil((range.top + range.height) / rowHeight) + overscan);
  const isActiveShown = active >= first && active < end;
  return (
    <div
      ref={host}
      class="virtual-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={isActiveShown ? `row-${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div class="virtual-space" role="presentation" style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, end).map((item, offset) => {
          const at = first + offset;
          const key = keyOf(item);
          return (
            <div
              key={key}
              id={`row-${at}`}
              class={at === active ? "row active" : "row"}
              role="option"
              aria-selected={key === selected}
              aria-posinset={at + 1}
              aria-setsize={items.length}
              style={{ height: `${rowHeight}px`, transform: `translateY(${at * rowHeight}px)` }}
              onClick={() => {
                setActive(at);
                onSelect(item);
              }}
            >
              {renderRow(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Keeps the list at its end as long as it was there. */
function useFollowing<T>(host: { readonly current: HTMLDivElement | null }, props: VirtualListProps<T>): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = host.current!;
    const onScroll = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < endTolerance;
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, []);
  useLayoutEffect(() => {
    if (props.followsEnd === true && isAtEnd.current) host.current!.scrollTop = host.current!.scrollHeight;
  }, [props.items, props.followsEnd]);
}
