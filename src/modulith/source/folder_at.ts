/**
 * Returns the folder of a URL.
 *
 * @param place URL of a folder, or of a file in it: `import.meta.url`
 * @returns the folder's URL, ending in a slash
 * @throws TypeError when it is not a URL
 */
export function folderAt(place: string | URL): URL {
  const url = URL.parse(place);
  if (url === null) {
    throw new TypeError(
      `Cannot find a folder as it must be given by a URL, such as import.meta.url: current value is "${place}"`,
    );
  }
  return new URL(isFolder(url) ? `${url.href.replace(/\/$/, "")}/` : ".", url);
}

function isFolder(url: URL): boolean {
  if (url.protocol !== "file:") return false;
  try {
    return Deno.statSync(url).isDirectory;
  } catch {
    // Absent or not readable: reading the folder reports that later.
    return false;
  }
}
