/** Files of the page by name: compressed with gzip, encoded as base64. */
export type PageAssets = Readonly<Record<string, string>>;

/** Loads the page's files, which no other part of an application needs. */
export async function loadPageAssets(): Promise<PageAssets> {
  const { default: assets } = await import("./page_assets.json", { with: { type: "json" } });
  return assets;
}

/**
 * Decodes a file of the page.
 *
 * @param encoded the file as it is kept
 * @returns its bytes, compressed with gzip
 */
export function decodeAsset(encoded: string): Uint8Array<ArrayBuffer> {
  const binary = atob(encoded);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
