/** A subgraph with the framework's defaults, for `run.ts`. */
import {
  controller,
  createApp,
  createContainer,
  graphql,
  param,
  QueryMapping,
  Resource,
  serve,
  t,
} from "@espalier/espalier";
import { EntityMapping, federation } from "@espalier/espalier/federation";

const { product } = await import(new URL("peers/products.mjs", import.meta.url).href) as {
  product(id: string): object | null;
};

class Products {
  @QueryMapping({ params: [param.argument("id", t.id)] })
  product(id: string): object | null {
    return product(id);
  }

  @EntityMapping({ typeName: "Product", params: [param.argument("idList", t.list(t.id))] })
  products(ids: readonly string[]): (object | null)[] {
    return ids.map(product);
  }
}

const schema = Resource.text("schema", await Deno.readTextFile(new URL("schema.graphqls", import.meta.url)));
const app = await createApp(
  createContainer(graphql({ schema: [schema] }), federation(), controller(Products)),
  { properties: { logging: { level: "ERROR" } } },
);
await serve(app, { port: Number(Deno.env.get("PORT")), quiet: true });
