import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  graphql,
  graphQlRepository,
  Resource,
} from "@espalier/espalier";
import type { Database } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { OrderLines, Orders, Products, Stocks, Taggings } from "./warehouse.ts";

const schema = `type Query {
    line(order: Int!, product: String!): OrderLine
    linesOf(id: LineId!): [OrderLine!]!
    lines(first: Int, after: String, quantity: Int): OrderLineConnection!
    tagging(item: Int!, tag: String!): Tagging
  }
  input LineId { order: Int! product: String! }
  type Order { id: Int! customer: String! lines: [OrderLine!]! }
  type Product { sku: String! name: String! }
  type OrderLine { order: Order! product: Product! quantity: Int! }
  type Tagging { item: Int! tag: String! }`;

/** Starts an application that serves the warehouse by REST and by GraphQL. */
export async function warehouseApp(database: Database): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    for (const Type of [OrderLines, Orders, Products, Stocks, Taggings]) {
      bind<object>(Type).toConstantValue(new Type(database));
    }
  });
  const container = createContainer(
    beans,
    graphql({ schema: [Resource.text("warehouse", schema)] }),
    graphQlRepository(OrderLines),
    graphQlRepository(Taggings),
    rest(),
    exportRepository(Orders, { writable: true, exposeId: true }),
    exportRepository(Products, { writable: true, exposeId: true }),
    exportRepository(OrderLines, { writable: true, filters: { order: true, "product.name": true } }),
    exportRepository(Stocks, { writable: true, exposeId: true, paged: "keyset" }),
    exportRepository(Taggings, { writable: true, exposeId: true }),
  );
  return await createApp(container, { properties: { preset: "development", logging: { level: "OFF" } } });
}
