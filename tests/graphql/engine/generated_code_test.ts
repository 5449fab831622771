import { assertEquals } from "@std/assert";
import { documents, generatedCodeOf, generatedFolder } from "./generated_code.ts";

for (const [name, document] of Object.entries(documents)) {
  Deno.test(`28.3 the code that is generated for ${document} is that of generated/${name}`, async () => {
    assertEquals(await generatedCodeOf(document), await Deno.readTextFile(new URL(name, generatedFolder)));
  });
}
