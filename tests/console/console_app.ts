import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  type EspalierPropertiesInput,
} from "@espalier/espalier";
import { console } from "@espalier/espalier/console";

/** An application with the console in the development preset, unless the properties say otherwise. */
export function consoleApp(
  properties: EspalierPropertiesInput = {},
  ...modules: readonly ContainerModule[]
): Promise<Application> {
  return createApp(createContainer(console(), ...modules), {
    properties: {
      preset: "development",
      ...properties,
      logging: { format: "json", level: "WARN", ...properties.logging },
    },
  });
}

/** Sends a request to an application. */
export async function ask(app: Application, path: string, init?: RequestInit): Promise<Response> {
  return await app.fetch(new Request(`http://localhost:8080${path}`, init));
}
