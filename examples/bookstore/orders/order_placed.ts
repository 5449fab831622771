/** Published when an order has been placed. */
export class OrderPlaced {
  constructor(readonly orderId: string) {}
}
