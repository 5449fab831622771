import { assertEquals, assertThrows } from "@std/assert";
import { compareSurfaces, isAtLeast, neededVersion } from "./compare.ts";
import { publicSurface, reports } from "./public_surface.ts";

Deno.test("28.4 docs/api shows the public surface as it is: deno task api:report writes it", async () => {
  const surface = await publicSurface();
  const committed = new Map<string, string>();
  for await (const { name } of Deno.readDir(reports)) {
    committed.set(name, await Deno.readTextFile(new URL(name, reports)));
  }
  assertEquals([...committed.keys()].sort(), [...surface.keys()].sort());
  assertEquals(compareSurfaces(committed, surface), []);
});

const before = new Map([["mod.txt", "interface Book\n  readonly id: string\n\nfunction books(): Book[]\n"]]);

Deno.test("28.7 a removed or changed signature breaks, and an added one does not", () => {
  const changed = new Map([["mod.txt", "interface Book\n  readonly id: number\n\nfunction books(): Book[]\n"]]);
  assertEquals(compareSurfaces(before, changed), [{
    report: "mod.txt",
    removed: ["interface Book › readonly id: string"],
    added: ["interface Book › readonly id: number"],
  }]);
  const grown = new Map([...before, ["rest.txt", "function rest(): ContainerModule\n"]]);
  const growth = compareSurfaces(before, grown);
  assertEquals(growth, [{ report: "rest.txt", removed: [], added: ["function rest(): ContainerModule"] }]);
  const breaking = compareSurfaces(grown, before);
  assertEquals(neededVersion("0.1.0", breaking), "0.2.0");
  assertEquals(neededVersion("0.1.9", growth), "0.1.10");
  assertEquals(neededVersion("1.4.2", breaking), "2.0.0");
  assertEquals(neededVersion("1.4.2", growth), "1.5.0");
  assertEquals(neededVersion("1.4.2", []), "1.4.3");
  assertThrows(() => neededVersion("1.4", growth), TypeError, '"1.4"');
  assertEquals([isAtLeast("0.10.0", "0.9.5"), isAtLeast("0.9.5", "0.10.0"), isAtLeast("2.0.0", "2.0.0")], [
    true,
    false,
    true,
  ]);
});
