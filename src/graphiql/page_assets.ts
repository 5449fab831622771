import type { PackedAssets } from "../http/mod.ts";

/** Loads the page's files lazily, as only this page needs them. */
export async function loadPageAssets(): Promise<PackedAssets> {
  const { default: assets } = await import("./page_assets.json", { with: { type: "json" } });
  return assets;
}
