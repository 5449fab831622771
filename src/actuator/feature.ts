import { ContainerModule, type ContainerModuleLoadOptions } from "../../deps.ts";
import {
  ActuatorEndpoint,
  ApplicationRoot,
  checkOptions,
  ContainerPreparation,
  EspalierProperties,
  HealthContributor,
  installOnce,
  Lifecycle,
  Logger,
  ServingProcesses,
  StartupTask,
  StorageLocation,
} from "../kernel/mod.ts";
import { ActuatorServer } from "./actuator_server.ts";
import { bindEndpoints } from "./bind_endpoints.ts";
import { publishActuator } from "./publish_actuator.ts";
import { ApplicationAvailability } from "./health/application_availability.ts";
import { LivenessStateContributor, ReadinessStateContributor } from "./health/availability_contributors.ts";
import { DiskSpaceContributor, type DiskSpaceOptions } from "./health/disk_space_contributor.ts";
import { ProcessesContributor } from "./health/processes_contributor.ts";
import { HealthContributorRegistry } from "./health/health_contributor_registry.ts";
import { HealthEndpoint } from "./health/health_endpoint.ts";
import { HealthGroup } from "./health/health_group.ts";

/** What the actuator is installed with. */
export interface ActuatorOptions {
  /** The path and threshold of the check of free disk space; `false` disables it. */
  readonly diskSpace?: DiskSpaceOptions | false;
  /**
   * Whether the endpoints beyond health are installed: `info`, `loggers`, `env`, `beans` and the others of
   * docs/actuator.md; `false` by default, which leaves those that `actuator.exposureInclude` names by their ids.
   */
  readonly endpoints?: boolean;
  /**
   * Members of `/actuator/info`, such as what the image was built from; they replace those that are read from files.
   */
  readonly info?: Readonly<Record<string, unknown>>;
}

/**
 * Installs the operational endpoints: `/actuator/health` with the groups `liveness` and `readiness`, and, where
 * `actuator.discovery` is on, a page of links at `/actuator`. `endpoints: true` installs all others; they are shown
 * where `actuator.exposureInclude` names them, as the development preset does. Other features add endpoints by binding
 * `ActuatorEndpoint`, and things whose health matters by binding `HealthContributor`.
 *
 * @param options what is looked at
 * @returns a module for the container
 * @throws TypeError when an option does not exist
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { actuator } from "@espalier/espalier/actuator";
 *
 * await using app = await createApp(createContainer(actuator()));
 * const response = await app.fetch(new Request("http://localhost/actuator/health"));
 * console.log(await response.json()); // { status: "UP", groups: ["liveness", "readiness"] }
 * ```
 */
export function actuator(options: ActuatorOptions = {}): ContainerModule {
  checkOptions("actuator()", options, { diskSpace: true, endpoints: true, info: true });
  const { diskSpace = {}, endpoints = false, info = {} } = options;
  return new ContainerModule((module) => {
    const { bind } = module;
    installOnce("actuator()", module, "insight()");
    bind(ApplicationAvailability).toResolvedValue((lifecycle) => new ApplicationAvailability(lifecycle), [Lifecycle]);
    bind(HealthContributor).toResolvedValue((state) => new LivenessStateContributor(state), [ApplicationAvailability]);
    bind(HealthContributor).toResolvedValue((state) => new ReadinessStateContributor(state), [ApplicationAvailability]);
    if (diskSpace !== false) bindDiskSpace(module, diskSpace);
    bindHealth(module);
    // Before the features' own preparations, so that what they bind for the endpoints comes after.
    bind(ContainerPreparation).toConstantValue({
      name: "actuator: bind the endpoints",
      order: -1000,
      prepare: (container) => bindEndpoints(container, { info, all: endpoints }),
    });
    bind(ActuatorServer).toResolvedValue(
      (properties, logger) => new ActuatorServer(properties.actuator, logger, properties.http.allowedHosts),
      [EspalierProperties, Logger],
    ).onDeactivation((server) => server[Symbol.asyncDispose]());
    bind(StartupTask).toConstantValue({
      name: "actuator: listen",
      order: -1000,
      run: (container) => {
        if (container.get(EspalierProperties).actuator.port >= 0) container.get(ActuatorServer).listen();
      },
    });
    bind(StartupTask).toConstantValue({
      name: "actuator: publish the endpoints",
      order: 1000,
      run: (container) => publishActuator(container),
    });
  });
}

function bindDiskSpace({ bind }: ContainerModuleLoadOptions, options: DiskSpaceOptions): void {
  bind(HealthContributor).toResolvedValue(
    (root: ApplicationRoot, locations: StorageLocation[]) => new DiskSpaceContributor(root, options, locations),
    [ApplicationRoot, { serviceIdentifier: StorageLocation, isMultiple: true }],
  );
}

/** The beans that check health. */
type HealthBeans = [
  contributors: HealthContributor[],
  serving: ServingProcesses,
  properties: EspalierProperties,
  logger: Logger,
];

function bindHealth({ bind }: ContainerModuleLoadOptions): void {
  bind(HealthContributorRegistry).toResolvedValue(
    (...[contributors, serving, { actuator }, logger]: HealthBeans) => {
      const processes = new ProcessesContributor(serving);
      return new HealthContributorRegistry(contributors, { processes, timeoutMs: actuator.healthTimeoutMs, logger });
    },
    [{ serviceIdentifier: HealthContributor, isMultiple: true }, ServingProcesses, EspalierProperties, Logger],
  );
  bind(ActuatorEndpoint).toResolvedValue(
    (registry: HealthContributorRegistry, groups: HealthGroup[], { actuator }: EspalierProperties) =>
      new HealthEndpoint(registry, groups, actuator),
    [HealthContributorRegistry, { serviceIdentifier: HealthGroup, isMultiple: true }, EspalierProperties],
  );
}
