import { assertEquals, assertThrows } from "@std/assert";
import { resolveProperties } from "@espalier/espalier";
import { ClientAddresses } from "../../src/http/client_addresses.ts";

const trustedProxies = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"];

for (
  const [title, remoteAddress, headers, expected] of [
    ["a connection of an untrusted address", "203.0.113.7", { "x-forwarded-for": "198.51.100.1" }, "203.0.113.7"],
    ["a trusted proxy that forwards nothing", "127.0.0.1", {}, "127.0.0.1"],
    ["a trusted proxy", "127.0.0.1", { "x-forwarded-for": "203.0.113.7" }, "203.0.113.7"],
    ["hops that the client invented", "10.1.2.3", { "x-forwarded-for": "1.1.1.1, 203.0.113.7" }, "203.0.113.7"],
    ["two trusted proxies", "127.0.0.1", { "x-forwarded-for": "1.1.1.1, 203.0.113.7, 10.9.9.9" }, "203.0.113.7"],
    ["a hop that is no address", "127.0.0.1", { "x-forwarded-for": "203.0.113.7, unknown, 10.9.9.9" }, "10.9.9.9"],
    ["a port behind the address", "127.0.0.1", { "x-forwarded-for": "203.0.113.7:4711" }, "203.0.113.7"],
    ["the standard header", "127.0.0.1", { forwarded: 'for=1.1.1.1;proto=https, for="203.0.113.7:80"' }, "203.0.113.7"],
    ["the standard header with IPv6", "127.0.0.1", { forwarded: 'for="[2001:db8:1:2::7]:80"' }, "2001:db8:1:2::/64"],
    ["a dual-stack socket", "::ffff:10.0.0.1", { "x-forwarded-for": "203.0.113.7" }, "203.0.113.7"],
    ["addresses of one IPv6 subscriber", "2001:0db8::1:2:3:4:5", {}, "2001:db8:0:1::/64"],
    ["the shortest IPv6 address", "::1", {}, "0:0:0:0::/64"],
    ["a trusted IPv6 proxy", "fd12::1", { "x-forwarded-for": "203.0.113.7" }, "203.0.113.7"],
  ] as const
) {
  Deno.test(`client address: ${title}`, () => {
    const addresses = new ClientAddresses({ trustedProxies });
    assertEquals(addresses.of({ remoteAddress, headers: new Headers(headers) }), expected);
  });
}

Deno.test("client address: without trusted proxies no header is believed, and without a socket there is none", () => {
  const addresses = new ClientAddresses({ trustedProxies: [] });
  const headers = new Headers({ "x-forwarded-for": "203.0.113.7" });
  assertEquals(addresses.of({ remoteAddress: "127.0.0.1", headers }), "127.0.0.1");
  assertEquals(addresses.of({ remoteAddress: undefined, headers }), undefined);
});

Deno.test("http.trustedProxies takes addresses and networks", () => {
  for (const wrong of ["proxy.example", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/x", ""]) {
    assertThrows(
      () => resolveProperties({ http: { trustedProxies: [wrong] } }),
      TypeError,
      'Cannot use property "http.trustedProxies" as it must be a comma-separated list of IP addresses and networks',
    );
  }
  assertEquals(resolveProperties({ http: { trustedProxies } }).http.trustedProxies, trustedProxies);
});
