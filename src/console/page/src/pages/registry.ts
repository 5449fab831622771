import type { ComponentType } from "preact";
import type { Place } from "../shell/router.ts";
import type { IconName } from "../ui/icon.tsx";

/** What a page's component gets. */
export interface PageProps {
  /** The address within the page. */
  readonly place: Place;
}

/** Something that the search finds. */
export interface Hit {
  readonly title: string;
  /** Tells apart hits of one title. */
  readonly detail?: string;
  /** What kind of thing it is: `"Route"`; by default the page's title. */
  readonly kind?: string;
  readonly href: string;
}

/** A page of the console: a folder below `pages/`. */
export interface ConsolePage {
  /** Path segment: `"traces"` is shown at `/console/traces`. The first page has `""`. */
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  /** Heading in the navigation. */
  readonly group: "Observe" | "Explore" | "Inside";
  /** Loads the component, when the page is first shown. */
  load(): Promise<{ readonly default: ComponentType<PageProps> }>;
  /** Loads what the search may find on the page; asked once each time the search is opened. */
  hits?(): Promise<readonly Hit[]>;
}

/** All pages in the order of the navigation. */
export const pages: readonly ConsolePage[] = [
  { id: "", title: "Overview", icon: "overview", group: "Observe", load: () => import("./overview/page.tsx") },
  {
    id: "traces",
    title: "Traces",
    icon: "traces",
    group: "Observe",
    load: () => import("./traces/page.tsx"),
    hits: async () => await (await import("./traces/hits.ts")).traceHits(),
  },
  { id: "logs", title: "Logs", icon: "logs", group: "Observe", load: () => import("./logs/page.tsx") },
  { id: "requests", title: "Requests", icon: "requests", group: "Observe", load: () => import("./requests/page.tsx") },
  { id: "events", title: "Events", icon: "events", group: "Observe", load: () => import("./events/page.tsx") },
  {
    id: "schema",
    title: "Schema",
    icon: "schema",
    group: "Explore",
    load: () => import("./schema/page.tsx"),
    hits: async () => await (await import("./schema/schema_model.ts")).schemaHits(),
  },
  {
    id: "graphiql",
    title: "GraphiQL",
    icon: "graphql",
    group: "Explore",
    load: () => import("./graphiql/page.tsx"),
  },
  { id: "rest", title: "REST", icon: "rest", group: "Explore", load: () => import("./rest/page.tsx") },
  {
    id: "modules",
    title: "Modules",
    icon: "modules",
    group: "Explore",
    load: () => import("./modules/page.tsx"),
    hits: async () => await (await import("./modules/module_model.ts")).moduleHits(),
  },
  {
    id: "beans",
    title: "Beans",
    icon: "beans",
    group: "Inside",
    load: () => import("./beans/page.tsx"),
    hits: async () => await (await import("./beans/bean_model.ts")).beanHits(),
  },
  {
    id: "configuration",
    title: "Configuration",
    icon: "configuration",
    group: "Inside",
    load: () => import("./configuration/page.tsx"),
    hits: async () => await (await import("./configuration/mappings.ts")).routeHits(),
  },
];
