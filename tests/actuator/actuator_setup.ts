import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  type EspalierPropertiesInput,
  type Health,
  HealthContributor,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";

/** An application with the actuator, without the disk so that its status depends on the test alone. */
export function actuatorApp(
  properties: EspalierPropertiesInput = {},
  ...modules: readonly ContainerModule[]
): Promise<Application> {
  return appWith(actuator({ diskSpace: false }), properties, modules);
}

/** Like {@linkcode actuatorApp}, with all endpoints. */
export function endpointsApp(
  properties: EspalierPropertiesInput = {},
  ...modules: readonly ContainerModule[]
): Promise<Application> {
  return appWith(actuator({ diskSpace: false, endpoints: true }), properties, modules);
}

function appWith(
  feature: ContainerModule,
  properties: EspalierPropertiesInput,
  modules: readonly ContainerModule[],
): Promise<Application> {
  return createApp(createContainer(feature, ...modules), {
    properties: {
      logging: { level: "OFF" },
      ...properties,
      actuator: { discovery: true, exposureInclude: ["*"], ...properties.actuator },
    },
  });
}

/** Binds contributors that answer as given. */
export function contributors(
  healths: Readonly<Record<string, Health | (() => Health | Promise<Health>)>>,
): ContainerModule {
  return new ContainerModule(({ bind }) => {
    for (const [name, health] of Object.entries(healths)) {
      bind(HealthContributor).toConstantValue({ name, health: () => typeof health === "function" ? health() : health });
    }
  });
}

/** Status and JSON body of a request. */
export async function call(
  app: Application,
  path: string,
  init?: RequestInit,
): Promise<{ status: number; body: unknown }> {
  const response = await app.fetch(new Request(`http://localhost:8080${path}`, init));
  const text = await response.text();
  return { status: response.status, body: text === "" ? "" : JSON.parse(text) };
}
