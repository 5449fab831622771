import { bean, type ContainerModule, controller, graphql, Resource } from "@espalier/espalier";
import { federation } from "@espalier/espalier/federation";
import { Rates } from "./rates.ts";
import { ShippingController } from "./shipping_controller.ts";

/** The schema of this subgraph. */
export const schema: Resource = Resource.file(new URL("graphql/shipping.graphqls", import.meta.url));

/** The features of the service. */
export function features(): readonly ContainerModule[] {
  return [
    graphql({ schema: [schema] }),
    federation({ name: "shipping" }),
    bean(Rates),
    controller(ShippingController, Rates),
  ];
}
