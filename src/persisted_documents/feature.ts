import { type Container, ContainerModule } from "../../deps.ts";
import { PersistedDocumentStore, TrustedDocuments } from "../graphql/mod.ts";
import {
  ActuatorEndpoint,
  ApplicationRoot,
  checkOptions,
  installOnce,
  Lifecycle,
  Logger,
  requireFeature,
  StartupTask,
} from "../kernel/mod.ts";
import { type DocumentManifest, DocumentManifests } from "./document_manifests.ts";
import { manifestsOfFolder } from "./manifest_folder.ts";
import { ManifestsEndpoint } from "./manifests_endpoint.ts";
import type { RedisDocumentOptions } from "./redis_document_store.ts";

/** The options of `persistedDocuments()`. */
export interface PersistedDocumentsOptions {
  /**
   * The manifests of trusted documents: a folder below the application's root whose JSON files are manifests and whose
   * folder `retired/` contains the retired ones, or a function that loads them.
   */
  readonly manifests?: string | URL | (() => Promise<readonly DocumentManifest[]> | readonly DocumentManifest[]);
  /** The advice to clients of retired manifests; `"update the client"` by default. */
  readonly whenRetired?: string;
  /** Stores documents registered by clients (`graphql.automaticPersistedQueries`) for all instances. */
  readonly redis?: RedisDocumentOptions;
}

/** Before the documents are used. */
const beforeSchema = -500;

/**
 * The feature of documents that clients name instead of sending them: versions of manifests that are active at the same
 * time, who uses them, and documents that several instances of a service share.
 *
 * @param options the sources of manifests and registered documents
 * @returns a module for `createContainer`
 * @throws TypeError when an option is unknown
 *
 * @example
 * ```ts
 * import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
 * import { persistedDocuments } from "@espalier/espalier/persisted-documents";
 *
 * const schema = Resource.text("hello", "type Query { greeting: String }");
 * const manifests = () => [{ name: "web-2", manifest: { greet: "{ __typename }" } }];
 * const container = createContainer(graphql({ schema: [schema] }), persistedDocuments({ manifests }));
 * await using app = await createApp(container, { properties: { graphql: { trustedDocuments: "only" } } });
 * const response = await app.fetch(new Request("http://localhost/graphql?documentId=greet"));
 * console.log(await response.json()); // { data: { __typename: "Query" } }
 * ```
 */
export function persistedDocuments(options: PersistedDocumentsOptions): ContainerModule {
  checkOptions("persistedDocuments()", options, { manifests: true, whenRetired: true, redis: true });
  return new ContainerModule((module) => {
    installOnce("persistedDocuments()", module);
    requireFeature("graphql()", { neededBy: "persistedDocuments()", module });
    module.bind(StartupTask).toConstantValue({
      name: "persistedDocuments: load the manifests",
      order: beforeSchema,
      run: (container) => provide(container, options),
    });
  });
}

async function provide(
  container: Container,
  { manifests, whenRetired, redis }: PersistedDocumentsOptions,
): Promise<void> {
  if (manifests !== undefined) {
    const load = typeof manifests === "function" ? manifests : folderLoader(container, manifests);
    const documents = await DocumentManifests.of({ load, ...(whenRetired === undefined ? {} : { whenRetired }) });
    container.bind(DocumentManifests).toConstantValue(documents);
    container.bind(TrustedDocuments).toConstantValue(documents);
    container.bind(ActuatorEndpoint).toConstantValue(new ManifestsEndpoint(documents));
  }
  if (redis === undefined) return;
  const { RedisDocumentStore } = await import("./redis_document_store.ts");
  const store = await RedisDocumentStore.connect(redis, container.get(Logger).forCategory("espalier.documents"));
  container.bind(PersistedDocumentStore).toConstantValue(store);
  container.get(Lifecycle).onDrain(() => store[Symbol.asyncDispose]());
}

function folderLoader(container: Container, folder: string | URL): () => Promise<readonly DocumentManifest[]> {
  const url = new URL(folder, container.get(ApplicationRoot).url);
  return () => manifestsOfFolder(url);
}
