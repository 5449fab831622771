import { Database } from "@espalier/espalier/data";
import { type HttpExchange, type HttpRoute, type PathVariables, problem } from "@espalier/espalier/http";
import type { Copies } from "./copies.ts";

/** `POST /lending/{id}` lends a copy, `DELETE` takes it back. */
export class LendingRoute implements HttpRoute {
  readonly path = "/lending/{id}";
  readonly #copies: Copies;
  readonly #database: Database;

  constructor(copies: Copies, database: Database) {
    this.#copies = copies;
    this.#database = database;
  }

  async handle({ request }: HttpExchange, { id }: PathVariables): Promise<Response> {
    if (request.method !== "POST" && request.method !== "DELETE") return problem({ status: 405 });
    const reader = request.method === "POST" ? readerOf(await request.text()) : null;
    if (reader === undefined) return problem({ status: 422, detail: "A copy is lent to a reader" });
    return await this.#database.transactions.run(async () => {
      const copy = await this.#copies.findById(id!, { lock: "update" });
      if (copy === null) return problem({ status: 404 });
      if ((copy.reader === null) === (reader === null)) return problem({ status: 409, detail: "Somebody was faster" });
      await this.#copies.save(Object.assign(copy, { reader }));
      return new Response(null, { status: 204 });
    });
  }
}

function readerOf(text: string): string | undefined {
  try {
    const { reader } = JSON.parse(text);
    return typeof reader === "string" && reader.length >= 2 ? reader : undefined;
  } catch {
    return undefined;
  }
}
