/** Directives of a content security policy that a page needs in addition to `default-src 'none'`. */
export type ContentSecurityPolicy = Readonly<Record<string, string>>;

/**
 * Creates the headers of an HTML page: no framing, no sniffing, no referrer, and a policy that forbids everything it
 * does not name.
 *
 * @param policy the sources of the page, by directive: `{ "script-src": "'self'" }`
 * @returns headers for the page's response
 */
export function pageHeaders(policy: ContentSecurityPolicy = {}): Headers {
  const directives = {
    "default-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    ...policy,
  };
  return new Headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": Object.entries(directives).map(([name, value]) => `${name} ${value}`).join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-cache",
  });
}

/**
 * Escapes text for HTML elements and quoted attributes.
 *
 * @param text any text
 */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
