import type { ActuatorEndpoint, ActuatorRequest } from "../kernel/mod.ts";
import type { DocumentManifests } from "./document_manifests.ts";

/** Shows the use of manifests at `/actuator/persisteddocuments`, and of a manifest's documents at `…/<manifest>`. */
export class ManifestsEndpoint implements ActuatorEndpoint {
  readonly id = "persisteddocuments";
  readonly pathVariable = "manifest";
  readonly #manifests: DocumentManifests;

  /** @param manifests the manifests to show */
  constructor(manifests: DocumentManifests) {
    this.#manifests = manifests;
  }

  handle({ path }: ActuatorRequest): Response | undefined {
    if (path === "") return Response.json({ manifests: this.#manifests.uses() });
    const documents = this.#manifests.documentsOf(path);
    return documents && Response.json({ manifest: path, documents });
  }
}
