import type { RefObject } from "preact";
import { useCallback, useRef, useState } from "preact/hooks";

/** What GraphiQL's page offers to the page around it. */
interface FrameTabs {
  readonly active: { readonly id: string; readonly name: string };
  text(): string;
  open(text: string): string;
}

/** The tabs of GraphiQL. */
export interface GraphiQlTabs {
  /** The tab that is shown, and the name of its operation. */
  readonly active: FrameTabs["active"];
  /** The text of its editor. */
  text(): string;
  /** Shows a text in a tab, and returns the tab's id. */
  open(text: string): string;
}

type FrameWindow = Window & { readonly graphiqlTabs?: FrameTabs };

/** Follows the tabs of a GraphiQL in a frame. */
export function useGraphiQlTabs(): {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** `undefined` until there is an editor. */
  readonly tabs: GraphiQlTabs | undefined;
  readonly onLoad: () => void;
} {
  const frame = useRef<HTMLIFrameElement>(null);
  const [active, setActive] = useState<FrameTabs["active"] | undefined>();
  const inner = () => frame.current?.contentWindow as FrameWindow | null | undefined;
  const onLoad = useCallback(() => {
    const update = () => setActive(inner()?.graphiqlTabs?.active);
    inner()?.addEventListener("graphiql-tabs", update);
    update();
  }, []);
  const tabs = active && {
    active,
    text: () => inner()!.graphiqlTabs!.text(),
    open: (text: string) => inner()!.graphiqlTabs!.open(text),
  };
  return { frame, tabs, onLoad };
}
