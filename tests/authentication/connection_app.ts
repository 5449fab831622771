import type { RuntimeWiringBuilder } from "@espalier/espalier/graphql";
import { type AccessRule, Authentication, jwt, security } from "@espalier/espalier/security";
import { endless } from "../graphql/transport/endless.ts";
import { RawSocket } from "../graphql/transport/raw_socket.ts";
import { ServedApp } from "../graphql/transport/served_app.ts";
import { audience, issuer, issuerKey, tokenOf } from "./issuer.ts";

export const key = await issuerKey("first");
const schema = "type Query { name: String } type Subscription { endless: Int, scopes: String }";

class Clock {
  #tick = Promise.withResolvers<void>();
  tick(): void {
    this.#tick.resolve();
    this.#tick = Promise.withResolvers();
  }
  get next(): Promise<void> {
    return this.#tick.promise;
  }
}

/** Ticks where a subscription waits. */
export const clock = new Clock();

function wiring(wiring: RuntimeWiringBuilder): void {
  wiring.type(
    "Query",
    (type) =>
      type.dataFetcher(
        "name",
        ({ graphQlContext }) => graphQlContext.get<Authentication>(Authentication)?.grants.name ?? null,
      ),
  );
  wiring.type(
    "Subscription",
    (type) =>
      type.dataFetcher("endless", endless()).dataFetcher("scopes", async function* ({ graphQlContext }) {
        const scopes = () => [...graphQlContext.get<Authentication>(Authentication)!.grants.scopes].join();
        yield scopes();
        await clock.next;
        yield scopes();
      }),
  );
}

/** Starts a service that takes the tokens of one issuer. */
export function start(paths: Readonly<Record<string, AccessRule>> = {}): Promise<ServedApp> {
  const tokens = jwt({ issuer, audience, keys: { keys: [key.jwk] }, clockSkewSeconds: 0 });
  return ServedApp.start({ schema, wiring, modules: [security({ schemes: [tokens], paths })] });
}

/** The value of `Authorization`. */
export const bearer = async (parts: Parameters<typeof tokenOf>[1] = {}) => `Bearer ${await tokenOf(key, parts)}`;

/** Asks over a socket who it belongs to. */
export async function nameOf(socket: RawSocket): Promise<unknown> {
  await socket.subscribe("q", "{ name }");
  const result = await socket.next();
  await socket.next();
  return result;
}

/** The message of {@linkcode nameOf}. */
export const named = (name: string | null) => ({ id: "q", type: "next", payload: { data: { name } } });
