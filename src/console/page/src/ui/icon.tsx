const paths = {
  overview: "M3 12h4l3-8 4 16 3-8h4",
  traces: "M4 6h10M7 12h10M12 18h8",
  logs: "M4 5h16M4 10h16M4 15h10M4 20h7",
  requests: "M4 6h16v12H4zM4 7l8 6 8-6",
  events: "M13 3 5 13h6l-1 8 8-10h-6z",
  graphql: "m12 3 8 4.5v9L12 21l-8-4.5v-9zM12 3v0M4.5 16.5 12 4l7.500 12.500z",
  rest: "M8 6 3 12l5 6M16 6l5 6-5 6",
  modules: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  schema: "M6 4h12v5H6zM4 15h6v5H4zM14 15h6v5h-6zM12 9v3M7 15v-3h10v3",
  configuration: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  beans:
    "M12 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM5 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM19 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM10.500 7.600 6.500 16.400M13.500 7.600l4 8.800",
  search: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM15.500 15.500 21 21",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6 6 18",
  sun:
    "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600 19 19M5 19l1.400-1.400M17.600 6.400 19 5",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500Z",
  system: "M3 5h18v11H3zM8 20h8M12 16v4",
  pause: "M8 5v14M16 5v14",
  play: "M7 4.500v15l12-7.500z",
  back: "M15 5l-7 7 7 7",
  down: "M6 9l6 6 6-6",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  external: "M14 4h6v6M20 4l-9 9M17 14v6H4V7h6",
} as const;

/** Names of the icons. */
export type IconName = keyof typeof paths;

/** A line drawing, for the eye alone: what stands beside it or its button's label says the same. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
