/**
 * Runs the migrations of a folder, and prints which it applied, by how many statements: `url schema folder killAt`. With a number above 0 it kills
 * itself before that statement of the migrations is run; with one below 0, once that statement is on its way.
 */
import { openDatabase } from "@espalier/espalier/data";
import { Migrations } from "@espalier/espalier/migrate";

const [url, schema, folder, killAt = "0"] = Deno.args as [string, string, string, string?];
const limit = Math.abs(Number(killAt));
let statements = 0;
const kill = () => Deno.kill(Deno.pid, "SIGKILL");
const onStatement = () => {
  if (++statements !== limit) return;
  if (Number(killAt) > 0) kill();
  else queueMicrotask(() => setTimeout(kill));
};
await using database = await openDatabase(url, {
  ...(schema === "" ? {} : { schema, maxConnections: 1 }),
  onStatement,
});
const migrations = new Migrations(database, [{ module: "", url: new URL(folder) }]);
const applied = await migrations.run();
console.log(JSON.stringify({ applied, statements }));
