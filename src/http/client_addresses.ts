import { BlockList, isIP } from "node:net";
import type { EspalierProperties } from "../kernel/mod.ts";

/** The part of a request that identifies its client. */
export interface ClientTrace {
  /** Address of the peer of the connection: the client, or a proxy. */
  readonly remoteAddress: string | undefined;
  /** Headers of the request. */
  readonly headers: Headers;
}

/**
 * Finds the address of the client that sent a request: the peer of the connection, or, if that is one of
 * `http.trustedProxies`, the last address in `X-Forwarded-For` (or `Forwarded`) that is not itself a trusted proxy.
 */
export class ClientAddresses {
  readonly #trusted: BlockList | undefined;

  /**
   * Creates the addresses.
   *
   * @param properties names the trusted proxies
   */
  constructor({ trustedProxies }: Pick<EspalierProperties["http"], "trustedProxies">) {
    if (trustedProxies.length > 0) this.#trusted = blockListOf(trustedProxies);
  }

  /**
   * Finds the client's address.
   *
   * @param trace of the request
   * @returns an IPv4 address, or the first 64 bits of an IPv6 address, as one subscriber has all addresses below them;
   * `undefined` if the request did not arrive over a socket
   */
  of({ remoteAddress, headers }: ClientTrace): string | undefined {
    if (remoteAddress === undefined) return undefined;
    let address = plain(remoteAddress);
    if (this.#trusted === undefined || !this.#isTrusted(address)) return subscriberOf(address);
    for (const hop of hopsOf(headers).reverse()) {
      // Entries to the left of an invalid address may be forged by the client.
      if (isIP(hop) === 0) break;
      address = hop;
      if (!this.#isTrusted(address)) break;
    }
    return subscriberOf(address);
  }

  #isTrusted(address: string): boolean {
    const version = isIP(address);
    return version !== 0 && this.#trusted!.check(address, version === 4 ? "ipv4" : "ipv6");
  }
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = network.split("/") as [string, string | undefined];
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Proxies append themselves: the last hop is the nearest. */
function hopsOf(headers: Headers): string[] {
  const list = headers.get("x-forwarded-for");
  if (list !== null) return list.split(",").map((hop) => plain(withoutPort(hop.trim())));
  const standard = headers.get("forwarded")?.split(",") ?? [];
  return standard.map((element) => plain(withoutPort(/(?:^|;)\s*for="?([^";]*)"?/i.exec(element)?.[1] ?? "")));
}

function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*)\]/.exec(hop)?.[1];
  return bracketed ?? (/^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(":")) : hop);
}

/** IPv4 addresses that a dual-stack socket writes as IPv6. */
function plain(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

function subscriberOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.toLowerCase().split("%")[0]!.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array<string>(Math.max(zeros, 0)).fill("0"), ...rest];
  return `${all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
