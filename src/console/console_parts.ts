import type { Container } from "../../deps.ts";
import type { LogLines } from "./log_lines.ts";
import type { ServiceHistory } from "./service_history.ts";
import type { TrafficMeter } from "./traffic_meter.ts";

/** What the console works with. */
export interface ConsoleParts {
  /** The application's container. */
  readonly container: Container;
  /** The console's path, without slash at its end. */
  readonly basePath: string;
  readonly traffic: TrafficMeter;
  readonly history: ServiceHistory;
  readonly lines: LogLines;
}
