import { type Container, loadInflection } from "../../deps.ts";
import { HttpRoute, SecurityScheme } from "../http/mod.ts";
import { EspalierProperties, Logger } from "../kernel/mod.ts";
import { CollectionRegistry, needsPlural } from "./export/collection_registry.ts";
import { Pluralizer } from "./export/pluralizer.ts";
import { RepositoryExport } from "./export/repository_export.ts";
import { Curie } from "./hal/curies.ts";
import { RepresentationModelProcessor } from "./model/representation_model_processor.ts";
import { RestContext } from "./resources/rest_context.ts";
import { restRoutes } from "./resources/rest_routes.ts";
import { RepositoryEventListener } from "./write/repository_event_listener.ts";

/**
 * Makes the collections of all exported repositories, and binds their routes.
 *
 * @param container the application's container
 */
export async function exportRepositories(container: Container): Promise<void> {
  const exports = await container.getAllAsync(RepositoryExport);
  const registry = new CollectionRegistry(exports, await pluralizer(container, exports.some(needsPlural)));
  const context = new RestContext({
    registry,
    properties: container.get(EspalierProperties),
    logger: container.get(Logger).forCategory("espalier.rest"),
    listeners: await container.getAllAsync(RepositoryEventListener),
    processors: await container.getAllAsync(RepresentationModelProcessor),
    curies: await container.getAllAsync(Curie),
    securitySchemes: await container.getAllAsync(SecurityScheme),
  });
  container.bind(RestContext).toConstantValue(context).onDeactivation((held) => held[Symbol.dispose]());
  // Only what was asked for is deactivated.
  container.get(RestContext);
  for (const route of restRoutes(context)) container.bind(HttpRoute).toConstantValue(route);
}

async function pluralizer(container: Container, isNeeded: boolean): Promise<Pluralizer> {
  if (container.isBound(Pluralizer)) return container.get(Pluralizer);
  if (!isNeeded) return (noun) => noun;
  const { pluralize } = await loadInflection();
  return (noun) => pluralize(noun);
}
