import { type NpmFolder, npmFolder } from "./npm_folder.ts";

/** A running gateway. */
export interface Gateway extends AsyncDisposable {
  readonly url: string;
  /** Posts an operation. */
  ask(body: object, headers?: Readonly<Record<string, string>>): Promise<unknown>;
}

const kinds = {
  apollo: {
    script: new URL("gateways/apollo_gateway.mjs.txt", import.meta.url),
    packages: ["@apollo/gateway@2.14.4", "@apollo/server@5.5.1", "graphql@16.15.0"],
  },
  hive: {
    script: new URL("gateways/hive_gateway.mjs.txt", import.meta.url),
    packages: ["@graphql-hive/gateway@2.15.1", "graphql@16.15.0"],
  },
};

/** Which gateways there are. */
export type GatewayKind = keyof typeof kinds;

/** Installs the packages of a gateway, which may take minutes the first time. */
export function gatewayFolder(kind: GatewayKind): Promise<NpmFolder> {
  return npmFolder(...kinds[kind].packages);
}

/**
 * Starts a gateway.
 *
 * @param kind which one
 * @param folder holds its packages
 * @param supergraphSdl the composed schema, with the URLs of the subgraphs
 */
export async function startGateway(kind: GatewayKind, folder: NpmFolder, supergraphSdl: string): Promise<Gateway> {
  const supergraph = await Deno.makeTempFile({ suffix: ".graphql" });
  await Deno.writeTextFile(supergraph, supergraphSdl);
  const process = folder.start(kinds[kind].script, [supergraph], { NODE_ENV: "production" });
  const url = `http://127.0.0.1:${await firstLine(process.stdout)}/graphql`;
  return {
    url,
    ask: async (body, headers = {}) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json", ...headers },
        body: JSON.stringify(body),
      });
      return await response.json();
    },
    [Symbol.asyncDispose]: async () => {
      await process.stdin.close();
      await process.status;
      await process.stdout.cancel();
      await Deno.remove(supergraph);
    },
  };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  let text = "";
  try {
    while (!text.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The gateway ended before it listened: ${text}`);
      text += new TextDecoder().decode(value);
    }
  } finally {
    reader.releaseLock();
  }
  return text.split("\n")[0]!;
}
