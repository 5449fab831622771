import { publicSurface, reports } from "./public_surface.ts";

// Writes docs/api: `deno task api:report`.
const surface = await publicSurface();
await Deno.mkdir(reports, { recursive: true });
for await (const { name } of Deno.readDir(reports)) {
  if (name.endsWith(".txt") && !surface.has(name)) await Deno.remove(new URL(name, reports));
}
for (const [name, text] of surface) await Deno.writeTextFile(new URL(name, reports), text);
console.log(`Wrote ${surface.size} reports to docs/api`);
