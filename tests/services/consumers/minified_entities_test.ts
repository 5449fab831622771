import { assertEquals } from "@std/assert";

const source = `
import { descriptionOf, entity, t } from ${JSON.stringify(new URL("../../../src/kernel/mod.ts", import.meta.url).href)};
class Named extends entity({ id: t.id }, { id: "id", name: "Named" }) {}
class Unnamed extends entity({ id: t.id }, { id: "id" }) {}
for (const type of [Named, Unnamed]) {
  try {
    console.log(descriptionOf(type).type.name);
  } catch (error) {
    console.log(error.message.replace(/"\\w+" as/, "_ as"));
  }
}`;

Deno.test("entity class: a minified bundle has the names that are given, and fails where none is", async () => {
  const folder = await Deno.makeTempDir({ prefix: "espalier-minified-" });
  try {
    await Deno.writeTextFile(`${folder}/main.js`, source);
    const config = new URL("../../../deno.json", import.meta.url).pathname;
    const deno = async (...args: string[]) => {
      const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), { args }).output();
      assertEquals(success, true, new TextDecoder().decode(stderr));
      return new TextDecoder().decode(stdout).trim().split("\n");
    };
    const printed = async (...flags: string[]) => {
      await deno("bundle", "--quiet", ...flags, "--config", config, "-o", `${folder}/bundle.js`, `${folder}/main.js`);
      return await deno("run", "--no-config", `${folder}/bundle.js`);
    };
    assertEquals(await printed(), ["Named", "Unnamed"]);
    assertEquals(await printed("--minify"), [
      "Named",
      "Cannot name class _ as its code is minified: set its name by an option of its description, " +
      'entity({ id }, { id: "…", name: "…" })',
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
