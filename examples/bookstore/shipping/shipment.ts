import { entity, t } from "@espalier/espalier";

/** The parcel of an order. */
export class Shipment extends entity({ id: t.id, orderId: t.id, trackingNumber: t.string, shippedAt: t.date }, {
  id: "id",
  name: "Shipment",
  table: "shipments",
}) {}
