import { assertEquals, assertThrows } from "@std/assert";
import { type EspalierPropertiesInput, resolveProperties } from "@espalier/espalier";
import { HttpExchange } from "@espalier/espalier/http";
import { CorsPolicy } from "../../src/http/cors_policy.ts";
import { OriginGuard } from "../../src/http/origin_guard.ts";

type Settings = NonNullable<EspalierPropertiesInput["http"]>;

function refusal(headers: Record<string, string>, settings: Settings = {}): string | undefined {
  const { http } = resolveProperties({ http: settings });
  const request = new Request("http://api.example.com/graphql", { headers });
  return new OriginGuard(http, new CorsPolicy(http)).refusal(new HttpExchange(request));
}

Deno.test("Requests of programs and of the service's own pages pass the origin guard", () => {
  assertEquals(refusal({}), undefined);
  assertEquals(refusal({ origin: "http://api.example.com" }), undefined);
  assertEquals(refusal({ origin: "https://api.example.com" }), undefined, "TLS may end at a proxy");
  assertEquals(refusal({ "sec-fetch-site": "same-origin" }), undefined);
  assertEquals(refusal({ "sec-fetch-site": "none" }), undefined);
});

Deno.test("Requests of other sites' pages do not pass the origin guard", () => {
  const foreign = (origin: string) =>
    `Cannot accept a request of another site as it must come from an allowed origin: current value is "${origin}"`;
  assertEquals(refusal({ origin: "https://evil.example" }), foreign("https://evil.example"));
  assertEquals(refusal({ origin: "http://api.example.com:81" }), foreign("http://api.example.com:81"));
  assertEquals(refusal({ origin: "null" }), foreign("null"));
  assertEquals(refusal({ origin: "nonsense" }), foreign("nonsense"));
  assertEquals(
    refusal({ "sec-fetch-site": "cross-site" }),
    "Cannot accept a request of another site as it must come from an allowed origin: " +
      'current "Sec-Fetch-Site" is "cross-site"',
  );
});

Deno.test("The origin guard lets pass what CORS allows, and everything when it is off", () => {
  const corsOrigins = ["https://app.example"];
  assertEquals(refusal({ origin: "https://app.example", "sec-fetch-site": "cross-site" }, { corsOrigins }), undefined);
  assertEquals(refusal({ origin: "https://evil.example" }, { corsOrigins: ["*"] }), undefined);
  assertEquals(refusal({ origin: "https://evil.example" }, { csrfProtection: false }), undefined);
});

Deno.test("The origin guard believes a proxy's host only where it is trusted", () => {
  const headers = { origin: "https://public.example", "x-forwarded-host": "public.example" };
  assertEquals(refusal(headers, { trustForwardedHeaders: true }), undefined);
  assertEquals(typeof refusal(headers), "string");
});

Deno.test("A preflight of an allowed origin is answered with the permissions", () => {
  const { http } = resolveProperties({ http: { corsOrigins: ["https://app.example"], corsCredentials: true } });
  const cors = new CorsPolicy(http);
  const preflight = (origin: string) =>
    new Request("http://localhost/graphql", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
  const response = cors.preflight(preflight("https://app.example"), ["GET", "POST"]);
  assertEquals([response?.status, Object.fromEntries(response?.headers ?? [])], [204, {
    "access-control-allow-credentials": "true",
    "access-control-allow-headers":
      "authorization, content-type, if-match, if-none-match, x-graphql-event-stream-token",
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-origin": "https://app.example",
    "access-control-expose-headers": "content-location, etag, link, location, retry-after",
    "access-control-max-age": "3600",
    vary: "Origin",
  }]);
  assertEquals(cors.preflight(preflight("https://evil.example"), ["POST"]), undefined);
});

Deno.test("Responses say which origin may read them", () => {
  const permitted = (origin: string, corsOrigins: string[]) => {
    const { http } = resolveProperties({ http: { corsOrigins, corsExposedHeaders: ["etag"] } });
    const request = new Request("http://localhost/", { headers: { origin } });
    return Object.fromEntries(new CorsPolicy(http).permit(request, new Response(null)).headers);
  };
  assertEquals(permitted("https://app.example", []), {});
  assertEquals(permitted("https://evil.example", ["https://app.example"]), { vary: "Origin" });
  assertEquals(permitted("https://app.example", ["https://app.example"]), {
    "access-control-allow-origin": "https://app.example",
    "access-control-expose-headers": "etag",
    vary: "Origin",
  });
  assertEquals(permitted("https://app.example", ["*"]), {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "etag",
  });
});

Deno.test("Cookies for every origin are refused at the start", () => {
  const { http } = resolveProperties({ http: { corsOrigins: ["*"], corsCredentials: true } });
  assertThrows(
    () => new CorsPolicy(http),
    TypeError,
    'Cannot use property "http.corsCredentials" as "http.corsOrigins" must name origins: current value is "*"',
  );
});
