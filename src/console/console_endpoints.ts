import type { Container } from "../../deps.ts";
import { ActuatorEndpoint, ConsoleEndpoint } from "../kernel/mod.ts";

/**
 * Finds the endpoints whose data the console can read.
 *
 * @param container the application's container
 * @returns the endpoints by id
 */
export async function consoleEndpoints(container: Container): Promise<ReadonlyMap<string, ActuatorEndpoint>> {
  const [apart, shared] = await Promise.all([
    container.getAllAsync(ConsoleEndpoint),
    container.getAllAsync(ActuatorEndpoint),
  ]);
  return new Map([...apart, ...shared].map((endpoint) => [endpoint.id, endpoint]));
}
