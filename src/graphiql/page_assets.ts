import type { PackedAssets } from "../http/mod.ts";

/** Loads the page's files, which no other part of an application needs. */
export async function loadPageAssets(): Promise<PackedAssets> {
  const { default: assets } = await import("./page_assets.json", { with: { type: "json" } });
  return assets;
}
