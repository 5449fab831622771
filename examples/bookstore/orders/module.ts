import { bean, controller, RuntimeWiringConfigurer } from "@espalier/espalier";
import { Database, Transactions } from "@espalier/espalier/data";
import { ApplicationEvents, applicationModule } from "@espalier/espalier/modulith";
import { Books } from "../catalog/mod.ts";
import { Inventory } from "../inventory/mod.ts";
import { BestsellerController } from "./bestseller_controller.ts";
import { DateTime } from "./date_time.ts";
import { OrderController } from "./order_controller.ts";
import { OrderLineRepository } from "./order_line_repository.ts";
import { OrderRepository } from "./order_repository.ts";
import { OrderService } from "./order_service.ts";

/** Orders of customers. */
export const orders = applicationModule(import.meta.url, {
  displayName: "Orders",
  allowedDependencies: ["catalog", "inventory"],
}, [
  bean(OrderRepository, Database),
  bean(OrderLineRepository, Database),
  controller(OrderController, OrderService, OrderLineRepository, Books),
  controller(BestsellerController, OrderLineRepository, Books),
  ({ bind }) => {
    bind(OrderService).toResolvedValue(
      (...[orders, lines, books, inventory, transactions, events]) =>
        new OrderService({ orders, lines, books, inventory, transactions, events }),
      [OrderRepository, OrderLineRepository, Books, Inventory, Transactions, ApplicationEvents],
    );
    bind(RuntimeWiringConfigurer).toConstantValue({ configure: (wiring) => void wiring.scalar(DateTime) });
  },
]);
