import { signal } from "@preact/signals";
import { readJson } from "./read_data.ts";

/** The service, as `/console/about` describes it. */
export interface Service {
  readonly name: string;
  readonly preset: string;
  readonly runtime: string;
  readonly startedAt: number;
  readonly endpoints: readonly string[];
  readonly paths: { readonly graphql?: string; readonly graphiql?: string; readonly rest?: string };
  readonly isTraced: boolean;
}

/** The service; `undefined` until it has answered. */
export const service = signal<Service | undefined>(undefined);
/** Why the service did not answer; `""` where it did. */
export const connectionError = signal("");

/** Asks the service for its description. */
export async function loadService(): Promise<void> {
  try {
    service.value = await readJson<Service>("about");
    document.title = `${service.value.name} · Console`;
    connectionError.value = "";
  } catch (error) {
    connectionError.value = error instanceof Error ? error.message : String(error);
  }
}

/** Whether the service has an endpoint. */
export function hasEndpoint(id: string): boolean {
  return service.value?.endpoints.includes(id) ?? false;
}
