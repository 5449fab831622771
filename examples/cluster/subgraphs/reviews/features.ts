import { bean, type ContainerModule, controller, graphql, Resource } from "@espalier/espalier";
import { federation } from "@espalier/espalier/federation";
import { ReviewController } from "./review_controller.ts";
import { Reviews } from "./reviews.ts";

/** The schema of this subgraph. */
export const schema: Resource = Resource.file(new URL("graphql/reviews.graphqls", import.meta.url));

/** The features of the service. */
export function features(): readonly ContainerModule[] {
  return [
    graphql({ schema: [schema] }),
    federation({ name: "reviews" }),
    bean(Reviews),
    controller(ReviewController, Reviews),
  ];
}
