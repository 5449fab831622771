import { assertEquals } from "@std/assert";
import { createApp, createContainer } from "@espalier/espalier";
import { SchemaInspection } from "@espalier/espalier/graphql";
import { features } from "../../../examples/bookstore/features.ts";
import { bookstoreRoot } from "./bookstore_root.ts";

Deno.test("I5 members of unions are found among the classes that modules export from their mod.ts", async () => {
  // Nothing but the union leads to Shipment here: its class stands in shipping/mod.ts.
  const root = await bookstoreRoot();
  const sdl = `type Query { search(text: String!): [Hit!]! } union Hit = Shipment | Unknown
    type Shipment { trackingNumber: String missing: Int } type Unknown { id: ID }`;
  await Deno.writeTextFile(new URL("graphql/hits.graphqls", root), sdl);
  await using app = await createApp(createContainer(...features()), {
    root,
    properties: { logging: { level: "OFF" } },
  });
  const { unmappedFields, skippedTypes } = app.container.get(SchemaInspection).report!;
  assertEquals(unmappedFields, [{ typeName: "Shipment", fieldName: "missing", className: "Shipment" }]);
  assertEquals(skippedTypes.map(({ typeName }) => typeName), ["Unknown"]);
  await Deno.remove(root, { recursive: true });
});
