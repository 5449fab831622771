import { describeType, t } from "@espalier/espalier";

/** The parcel of an order. */
export class Shipment {
  readonly id!: string;
  readonly orderId!: string;
  readonly trackingNumber!: string;
  readonly shippedAt!: Date;

  constructor(fields: Shipment) {
    Object.assign(this, fields);
  }
}

describeType(Shipment, { id: t.id, orderId: t.id, trackingNumber: t.string, shippedAt: t.date }, {
  id: "id",
  table: "shipments",
});
