/** Locks the SQLite file that is its argument, says so, and releases it when its input ends. */
import { DatabaseSync } from "node:sqlite";

const database = new DatabaseSync(Deno.args[0]!);
database.exec("begin exclusive");
console.log("locked");
await Deno.stdin.readable.pipeTo(new WritableStream());
database.exec("commit");
database.close();
