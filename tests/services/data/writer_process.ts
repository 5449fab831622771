/**
 * Writes by REST and GraphQL to a database that other processes write to, and prints what was answered with success.
 *
 * Arguments: URL of the database, its schema or "", the number of this process, how many writes.
 */
import type { Application } from "@espalier/espalier";
import { owners, writersApp } from "./writers_app.ts";

/** What a process reports to the test. */
export interface WriterReport {
  readonly friends: readonly (readonly [owner: string, friend: string])[];
  readonly created: readonly string[];
  readonly field: number;
  readonly added: number;
  readonly deposits: number;
  /** How often each other outcome came. */
  readonly others: Readonly<Record<string, number>>;
}

const lanes = 8;

class Writer {
  readonly report = {
    friends: [] as [string, string][],
    created: [] as string[],
    field: 0,
    added: 0,
    deposits: 0,
    others: {} as Record<string, number>,
  };
  readonly #app: Application;
  readonly #process: number;
  #patches: Promise<void> = Promise.resolve();

  constructor(app: Application, process: number) {
    this.#app = app;
    this.#process = process;
  }

  /** Makes one write; `i` decides which. */
  async write(i: number): Promise<void> {
    const { report } = this;
    const owner = `owner-${i % owners}`;
    switch (i % 5) {
      case 0: {
        const friend = `seed-${(this.#process * 7 + i) % 30}`;
        const isLinked = await this.#rest("POST", `/people/${owner}/friends`, `/people/${friend}`, "text/uri-list");
        if (isLinked) report.friends.push([owner, friend]);
        break;
      }
      case 1: {
        const id = `p${this.#process}-${i}`;
        if (await this.#rest("PUT", `/people/${id}`, JSON.stringify({ friends: [] }))) report.created.push(id);
        break;
      }
      case 2: {
        // One after the other, so that the last one answered is the one that is stored.
        const patch = JSON.stringify({ [`field${this.#process}`]: i });
        this.#patches = this.#patches.then(async () => {
          if (await this.#rest("PATCH", "/shared/1", patch)) report.field = i;
        });
        await this.#patches;
        break;
      }
      case 3:
        if (await this.#graphql("add")) report.added++;
        break;
      case 4:
        if (await this.#graphql("deposit")) report.deposits++;
    }
  }

  async #rest(method: string, path: string, body: string, type = "application/json"): Promise<boolean> {
    const response = await this.#app.fetch(
      new Request(`http://localhost${path}`, { method, body, headers: { "content-type": type } }),
    );
    await response.body?.cancel();
    return response.ok || this.#other(`${method} ${response.status}`);
  }

  async #graphql(field: string): Promise<boolean> {
    const response = await this.#app.fetch(
      new Request("http://localhost/graphql", {
        method: "POST",
        body: JSON.stringify({ query: `mutation { ${field}(id: "1") }` }),
        headers: { "content-type": "application/json" },
      }),
    );
    const { errors } = await response.json();
    return errors === undefined || this.#other(`${field} ${errors[0].extensions.classification}`);
  }

  #other(outcome: string): false {
    this.report.others[outcome] = (this.report.others[outcome] ?? 0) + 1;
    return false;
  }
}

if (import.meta.main) {
  const [url, schema, process, count] = Deno.args as [string, string, string, string];
  await using app = await writersApp(url, schema === "" ? undefined : schema);
  const writer = new Writer(app, Number(process));
  let next = 0;
  await Promise.all(Array.from({ length: lanes }, async () => {
    while (next < Number(count)) await writer.write(next++);
  }));
  console.log(JSON.stringify(writer.report));
}
