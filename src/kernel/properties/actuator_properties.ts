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

/** Who sees something. */
export type ShownTo = "never" | "when-authorized" | "always";

/** Operational endpoints. */
export interface ActuatorProperties {
  /** Path below which the endpoints lie. */
  readonly basePath: string;
  /** Whether the base path answers with links to the endpoints. */
  readonly discovery: boolean;
  /** Ids of the endpoints that are shown beside health and those with a switch of their own; `*` shows all. */
  readonly exposureInclude: readonly string[];
  /** Ids of the endpoints that are not shown, whatever else asks for them; `*` shows none. */
  readonly exposureExclude: readonly string[];
  /** Port of a server for the endpoints alone, 0 to let the system choose; -1 puts them on the application's own. */
  readonly port: number;
  /** Address that the server for the endpoints alone binds. */
  readonly hostname: string;
  /** Origins whose pages may call the endpoints; those of `http.corsOrigins` may not. */
  readonly corsOrigins: readonly string[];
  /** Who sees the components of health: nobody, authenticated callers with one of the `roles`, everybody. */
  readonly healthDetails: ShownTo;
  /** Who sees the values of the environment and of properties; secrets are never shown. */
  readonly showValues: ShownTo;
  /** Roles of which a caller needs one to be authorized; empty for all who have authenticated. */
  readonly roles: readonly string[];
  /** Whether info tells of the process, the operating system and the versions of the runtime. */
  readonly infoRuntime: boolean;
  /** Number of the last HTTP exchanges that are kept; 0 keeps none. */
  readonly httpExchanges: number;
  /** Whether authorized callers may fetch a snapshot of the heap, which holds every secret of the process. */
  readonly heapDump: boolean;
  /** Which status wins when several are aggregated; first the gravest. A status that is not listed is passed over. */
  readonly healthStatusOrder: readonly string[];
  /** HTTP status by health status. What is configured replaces the default as a whole; anything else is 200. */
  readonly healthHttpMapping: Readonly<Record<string, number>>;
  /** How long one contributor may take, in milliseconds, before it counts as down. */
  readonly healthTimeoutMs: number;
  /** Whether start-up fails if a health group names an unknown contributor or part. */
  readonly healthGroupValidation: boolean;
  /** Whether `/livez` and `/readyz` answer, too. */
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
  basePath: path({ default: "/actuator", description: "Path below which the endpoints lie." }),
  discovery: flag({
    default: false,
    development: true,
    description: "Whether the base path answers with links to the endpoints.",
  }),
  exposureInclude: list({
    default: [],
    development: ["*"],
    description: "Ids of endpoints to show beside health, such as `modulith`; `*` shows all.",
  }),
  exposureExclude: list({ default: [], description: "Ids of endpoints that are never shown; `*` shows none." }),
  port: integer({ default: -1, min: -1, max: 65_535, description: "Port of a server for the endpoints alone." }),
  hostname: text({ default: "127.0.0.1", description: "Address that the server for the endpoints alone binds." }),
  corsOrigins: origins({ default: [], description: "Origins whose pages may call the endpoints." }),
  healthDetails: choice(["never", "when-authorized", "always"], {
    default: "never",
    description: "Who sees the components of health.",
  }),
  showValues: choice(["never", "when-authorized", "always"], {
    default: "never",
    development: "always",
    description: "Who sees the values of the environment and of properties; secrets are never shown.",
  }),
  roles: list({
    default: [],
    description: "Roles of which an authorized caller has one; empty for all who have authenticated.",
  }),
  infoRuntime: flag({
    default: false,
    development: true,
    description: "Whether info tells of process, operating system and runtime.",
  }),
  httpExchanges: integer({
    default: 0,
    development: 200,
    max: 10_000,
    description: "Number of the last HTTP exchanges that are kept; 0 keeps none.",
  }),
  heapDump: flag({
    default: false,
    description: "Whether authorized callers may fetch a snapshot of the heap, with every secret of the process.",
  }),
  healthStatusOrder: list({
    default: ["DOWN", "OUT_OF_SERVICE", "UP", "UNKNOWN"],
    description: "Which health status wins when several are aggregated.",
  }),
  healthHttpMapping: httpMapping,
  healthTimeoutMs: milliseconds({ default: 10_000, min: 1, description: "Time for one health contributor." }),
  healthGroupValidation: flag({
    default: true,
    description: "Whether a health group that names what there is not stops the start.",
  }),
  probePaths: flag({ default: false, description: "Whether /livez and /readyz answer, too." }),
};
