import type { PackedAssets } from "../http/mod.ts";

/** Loads the console's files, which no other part of an application needs. */
export async function loadPageAssets(): Promise<PackedAssets> {
  const { default: { files } } = await import("./page_assets.json", { with: { type: "json" } });
  return files;
}
