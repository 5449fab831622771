import { bean, controller } from "@espalier/espalier";
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
  [bean(Shipments, Database), bean(Shipping, Shipments, OrderService), controller(ShipmentController, Shipments)],
);
