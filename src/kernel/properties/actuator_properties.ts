import {
  choice,
  flag,
  integer,
  list,
  milliseconds,
  origins,
  path,
  type Property,
  type PropertyTable,
  text,
} from "./property.ts";

/** The callers to whom a detail is shown. */
export type ShownTo = "never" | "when-authorized" | "always";

/** Operational endpoints. */
export interface ActuatorProperties {
  /** Base path of the endpoints. */
  readonly basePath: string;
  /** Whether the base path returns links to the endpoints. */
  readonly discovery: boolean;
  /** Ids of the endpoints that are exposed in addition to health and those with their own property; `*` exposes all. */
  readonly exposureInclude: readonly string[];
  /** Ids of the endpoints that are never exposed; it overrides all other settings. `*` exposes none. */
  readonly exposureExclude: readonly string[];
  /** Port of a separate server for the endpoints, 0 for any free port; -1 serves them on the application's port. */
  readonly port: number;
  /** Address that the separate server for the endpoints binds. */
  readonly hostname: string;
  /** Origins whose pages may call the endpoints; `http.corsOrigins` does not apply to them. */
  readonly corsOrigins: readonly string[];
  /** The callers that see the components of health: none, authenticated callers with one of the `roles`, or all. */
  readonly healthDetails: ShownTo;
  /** The callers that see the values of the environment and of properties; secrets are never shown. */
  readonly showValues: ShownTo;
  /** An authorized caller has at least one of these roles; empty for every authenticated caller. */
  readonly roles: readonly string[];
  /** Whether info describes the process, the operating system and the versions of the runtime. */
  readonly infoRuntime: boolean;
  /** Number of recent HTTP exchanges that are recorded; 0 records none. */
  readonly httpExchanges: number;
  /** Whether authorized callers may fetch a snapshot of the heap, which holds every secret of the process. */
  readonly heapDump: boolean;
  /** The precedence of statuses in aggregation, the most severe first. A status that is not listed is ignored. */
  readonly healthStatusOrder: readonly string[];
  /**
   * HTTP status by health status. The configured value replaces the whole default; statuses that are not listed map to
   * 200.
   */
  readonly healthHttpMapping: Readonly<Record<string, number>>;
  /** Maximum time of one contributor, in milliseconds; beyond it the contributor counts as down. */
  readonly healthTimeoutMs: number;
  /** Whether start-up fails if a health group names an unknown contributor or part. */
  readonly healthGroupValidation: boolean;
  /** Whether the health probes are also served at `/livez` and `/readyz`. */
  readonly probePaths: boolean;
}

const httpMapping: Property<Readonly<Record<string, number>>> = {
  default: { DOWN: 503, OUT_OF_SERVICE: 503 },
  allowed: `health statuses with HTTP statuses, such as "DOWN=503,OUT_OF_SERVICE=503"`,
  description: "HTTP status by health status.",
  accepts: (value) => typeof value === "object" && value !== null && Object.values(value).every(isHttpStatus),
  parse(text) {
    const pairs = text.split(",").filter((pair) => pair.trim() !== "").map((pair) => pair.trim().split("="));
    const entries = pairs.map(([name, status]) => [name, Number(status)] as const);
    return entries.every(([, status]) => isHttpStatus(status)) ? Object.fromEntries(entries) : undefined;
  },
};

function isHttpStatus(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599;
}

/** Definitions of {@linkcode ActuatorProperties}. */
export const actuatorProperties: PropertyTable<ActuatorProperties> = {
  basePath: path({ default: "/actuator", description: "Base path of the endpoints." }),
  discovery: flag({
    default: false,
    development: true,
    description: "Whether the base path returns links to the endpoints.",
  }),
  exposureInclude: list({
    default: [],
    development: ["*"],
    description: "Ids of endpoints to expose in addition to health, such as `modulith`; `*` exposes all.",
  }),
  exposureExclude: list({ default: [], description: "Ids of endpoints that are never exposed; `*` exposes none." }),
  port: integer({
    default: -1,
    min: -1,
    max: 65_535,
    description: "Port of a separate server for the endpoints; -1: the application's port.",
  }),
  hostname: text({ default: "127.0.0.1", description: "Address of the separate server for the endpoints." }),
  corsOrigins: origins({ default: [], description: "Origins whose pages may call the endpoints." }),
  healthDetails: choice(["never", "when-authorized", "always"], {
    default: "never",
    description: "Callers that see the components of health.",
  }),
  showValues: choice(["never", "when-authorized", "always"], {
    default: "never",
    development: "always",
    description: "Callers that see the values of the environment and of properties; secrets are never shown.",
  }),
  roles: list({
    default: [],
    description: "Roles of which an authorized caller has at least one; empty for every authenticated caller.",
  }),
  infoRuntime: flag({
    default: false,
    development: true,
    description: "Whether info describes the process, the operating system and the runtime.",
  }),
  httpExchanges: integer({
    default: 0,
    development: 200,
    max: 10_000,
    description: "Number of recent HTTP exchanges that are recorded; 0 records none.",
  }),
  heapDump: flag({
    default: false,
    description: "Whether authorized callers may fetch a snapshot of the heap, with every secret of the process.",
  }),
  healthStatusOrder: list({
    default: ["DOWN", "OUT_OF_SERVICE", "UP", "UNKNOWN"],
    description: "Precedence of health statuses in aggregation, the most severe first.",
  }),
  healthHttpMapping: httpMapping,
  healthTimeoutMs: milliseconds({ default: 10_000, min: 1, description: "Maximum time of one health contributor." }),
  healthGroupValidation: flag({
    default: true,
    description: "Whether a health group with an unknown member fails the start.",
  }),
  probePaths: flag({ default: false, description: "Whether the health probes are also served at /livez and /readyz." }),
};
