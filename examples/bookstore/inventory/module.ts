import { bean, controller } from "@espalier/espalier";
import { Database } from "@espalier/espalier/data";
import { applicationModule } from "@espalier/espalier/modulith";
import { SubscriptionBus } from "@espalier/espalier/subscriptions";
import { Inventory } from "./inventory.ts";
import { StockController } from "./stock_controller.ts";
import { Stocks } from "./stocks.ts";

/** How many copies there are. */
export const inventory = applicationModule(import.meta.url, {
  displayName: "Inventory",
  allowedDependencies: ["catalog"],
}, [
  bean(Stocks, Database),
  bean(Inventory, Stocks, SubscriptionBus),
  controller(StockController, Inventory, SubscriptionBus),
]);
