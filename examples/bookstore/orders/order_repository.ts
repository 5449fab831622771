import { repository } from "@espalier/espalier/data";
import { Order } from "./order.ts";

/** The orders of all customers. */
export class OrderRepository extends repository(Order) {}
