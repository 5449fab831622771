import { Controller } from "@espalier/espalier";
import { Database } from "@espalier/espalier/data";
import { applicationModule } from "@espalier/espalier/modulith";
import { OrderService } from "../orders/mod.ts";
import { ShipmentController } from "./shipment_controller.ts";
import { Shipments } from "./shipments.ts";
import { Shipping } from "./shipping.ts";

/** Parcels on their way. */
export const shipping = applicationModule(
  import.meta.url,
  { displayName: "Shipping", allowedDependencies: ["orders"] },
  ({ bind }) => {
    bind(Shipments).toResolvedValue((database) => new Shipments(database), [Database]);
    bind(Shipping).toResolvedValue((shipments, orders) => new Shipping(shipments, orders), [Shipments, OrderService]);
    bind(Controller).toResolvedValue((shipments) => new ShipmentController(shipments), [Shipments]);
  },
);
