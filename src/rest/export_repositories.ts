import { type Container, loadInflection } from "../../deps.ts";
import { AccessReport, AuditLog, PropertyAccess, RequestBudget, VisibilityProfiles } from "../context/mod.ts";
import { HttpRoute, SecurityScheme } from "../http/mod.ts";
import { descriptionOf, EspalierProperties, isInstalled, Logger, withoutTrailingSlashes } from "../kernel/mod.ts";
import type { CollectionOperation } from "./export/collection_access.ts";
import { CollectionRegistry, needsPlural } from "./export/collection_registry.ts";
import { type ExportProfile, ExportView } from "./export/export_view.ts";
import { targetClassOf } from "./export/field.ts";
import { Pluralizer } from "./export/pluralizer.ts";
import { PropertyViews } from "./export/property_views.ts";
import { RepositoryExport } from "./export/repository_export.ts";
import { Curie } from "./hal/curies.ts";
import { RepresentationModelProcessor } from "./model/representation_model_processor.ts";
import { profileRoutes } from "./resources/profile_routes.ts";
import { RestContext } from "./resources/rest_context.ts";
import { restRoutes } from "./resources/rest_routes.ts";
import { byKey, type RoutesByKey, viewRoutes } from "./resources/view_routes.ts";
import { RepositoryEventListener } from "./write/repository_event_listener.ts";

/**
 * Makes the collections of all exported repositories, and binds their routes.
 *
 * @param container the application's container
 */
export async function exportRepositories(container: Container): Promise<void> {
  const exports = await container.getAllAsync(RepositoryExport);
  const plural = await pluralizer(container, exports.some(needsPlural));
  const contexts = await contextFactory(container);
  const newRoutes = (view?: ExportView) => restRoutes(contexts.make(new CollectionRegistry(exports, plural, view)));
  const rules = await container.getAllAsync(PropertyAccess);
  const views = rules.length === 0 ? undefined : new PropertyViews(rules);
  const routesFor = (profile?: ExportProfile): HttpRoute[] => {
    if (views !== undefined) return ruledRoutes(exports, { views, profile, newRoutes });
    return newRoutes(profile === undefined ? undefined : new ExportView(exports, profile));
  };
  const routes = container.isBound(VisibilityProfiles)
    ? visibleRoutes(exports, container.get(VisibilityProfiles), routesFor)
    : routesFor();
  for (const route of routes) container.bind(HttpRoute).toConstantValue(route);
}

/** Each profile has its own collections, so that documents, links, forms and schemas are consistent. */
function visibleRoutes(
  exports: readonly RepositoryExport[],
  profiles: VisibilityProfiles,
  routesFor: (profile: ExportProfile) => HttpRoute[],
): HttpRoute[] {
  profiles.addKnown(coordinatesOf(exports));
  return profileRoutes(
    new Map(profiles.names.map((name) => {
      return [name, routesFor({ name, hides: (coordinates) => profiles.hides(name, coordinates) })];
    })),
    profiles,
  );
}

interface RuledRoutesOptions {
  readonly views: PropertyViews;
  /** The visibility profile of the viewers, if there is one. */
  readonly profile: ExportProfile | undefined;
  readonly newRoutes: (view: ExportView) => HttpRoute[];
}

/**
 * The collections of those who may everything and of those who may nothing are made at the start, which finds what can't
 * be hidden; others with their first request.
 */
function ruledRoutes(
  exports: readonly RepositoryExport[],
  { views, profile, newRoutes }: RuledRoutesOptions,
): HttpRoute[] {
  const made = new Map<number, RoutesByKey>();
  const routesOf = (view: number): HttpRoute[] => newRoutes(new ExportView(exports, views.profileOf(view, profile)));
  const open = routesOf(0);
  made.set(0, byKey(open)).set(views.strictest, byKey(routesOf(views.strictest)));
  return viewRoutes({
    routes: open,
    routesOf: async ({ authentication }) => {
      const view = await views.of(authentication);
      const known = made.get(view) ?? byKey(routesOf(view));
      made.set(view, known);
      return known;
    },
  });
}

function coordinatesOf(exports: readonly RepositoryExport[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (type: RepositoryExport["repository"]["entityType"]) => {
    const description = descriptionOf(type);
    const name = description?.entity.name ?? type.name;
    if (description === undefined || found.has(name)) return;
    found.add(name);
    for (const [property, descriptor] of description.properties) {
      found.add(`${name}.${property}`);
      const target = targetClassOf(descriptor);
      if (target !== undefined) add(target);
    }
  };
  for (const { repository, options } of exports) {
    add(repository.entityType);
    const { name = repository.entityType.name } = descriptionOf(repository.entityType)?.entity ?? {};
    for (const association of Object.keys(options.associations ?? {})) found.add(`${name}.${association}`);
  }
  return found;
}

/** The console walks the collections better than the page of this area. */
function consolePathOf(container: Container): string | undefined {
  const { enabled, basePath } = container.get(EspalierProperties).console;
  return enabled && isInstalled("console()", container) ? withoutTrailingSlashes(basePath) : undefined;
}

async function contextFactory(container: Container): Promise<RestContexts> {
  const parts = {
    properties: container.get(EspalierProperties),
    logger: container.get(Logger).forCategory("espalier.rest"),
    listeners: await container.getAllAsync(RepositoryEventListener),
    processors: await container.getAllAsync(RepresentationModelProcessor),
    curies: await container.getAllAsync(Curie),
    securitySchemes: await container.getAllAsync(SecurityScheme),
    turns: new Map(),
    consolePath: consolePathOf(container),
    isCharged: container.isBound(RequestBudget),
    auditLog: container.isBound(AuditLog) ? container.get(AuditLog) : undefined,
  };
  const report = container.isBound(AccessReport) ? container.get(AccessReport) : undefined;
  const contexts = new RestContexts((registry) => {
    if (report !== undefined) {
      reportOperations(registry, report, withoutTrailingSlashes(parts.properties.rest.basePath));
    }
    return new RestContext({ ...parts, registry });
  });
  container.bind(RestContexts).toConstantValue(contexts).onDeactivation((held) => held[Symbol.dispose]());
  // Deactivate only collections that were created.
  return container.get(RestContexts);
}

/** The shared parts of the resources of all views. */
class RestContexts implements Disposable {
  readonly #make: (registry: CollectionRegistry) => RestContext;
  readonly #made: RestContext[] = [];

  constructor(make: (registry: CollectionRegistry) => RestContext) {
    this.#make = make;
  }

  make(registry: CollectionRegistry): RestContext {
    const context = this.#make(registry);
    this.#made.push(context);
    return context;
  }

  [Symbol.dispose](): void {
    for (const context of this.#made) context[Symbol.dispose]();
  }
}

/**
 * Collections of several views have the same rules: each operation is there once. Where an export has no rules, its
 * routes tell who reads it; writes are listed all the same, so that tests can ask for their rules.
 */
function reportOperations(registry: CollectionRegistry, report: AccessReport, basePath: string): void {
  const known = new Set(report.ways.filter(({ kind }) => kind === "operation").map(({ name }) => name));
  for (const { access, rel, writable, path } of registry) {
    const offered = (["create", "update", "delete"] as const).filter((each) => writable[each]);
    const operations: readonly CollectionOperation[] = access.isRuled ? ["read", ...offered] : offered;
    for (const each of operations) {
      const name = `${each} ${rel}`;
      if (known.has(name)) continue;
      const route = `${basePath}/${encodeURI(path)}${each === "create" || each === "read" ? "" : "/{id}"}`;
      report.add({ kind: "operation", name, requires: access.of(each)?.description, path: route });
    }
  }
}

async function pluralizer(container: Container, isNeeded: boolean): Promise<Pluralizer> {
  if (container.isBound(Pluralizer)) return container.get(Pluralizer);
  if (!isNeeded) return (noun) => noun;
  const { pluralize } = await loadInflection();
  return (noun) => pluralize(noun);
}
