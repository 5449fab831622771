/**
 * The path from a folder to a file or another folder.
 *
 * @param from the folder's URL, ending in a slash
 * @param to the URL of the target
 * @returns a path with slashes, beginning with `../` if it leads out of the folder; `undefined` if one of them is not a
 * local file
 */
export function relativePath(from: string, to: string): string | undefined {
  if (to.startsWith(from)) return decodedPath(to.slice(from.length));
  if (!from.startsWith("file://") || !to.startsWith("file://")) return undefined;
  return decodedPath(pathBetween(from, to));
}

/**
 * The path from a folder to a file, where both are paths relative to the same folder.
 *
 * @param from the folder, ending in a slash, or a file in it
 * @param to the file
 * @returns a path with slashes, beginning with `../` if it leads out of the folder
 */
export function pathBetween(from: string, to: string): string {
  const start = from.split("/").slice(0, -1);
  const end = to.split("/");
  let shared = 0;
  while (start[shared] !== undefined && start[shared] === end[shared]) shared++;
  return "../".repeat(start.length - shared) + end.slice(shared).join("/");
}

/** Encodes the characters of a path that `URL` does not encode. */
export function encodedPath(path: string): string {
  return path.replace(/[%?#\\]/g, encodeURIComponent);
}

/** Decodes the path of a relative URL: without query and fragment, with slashes, decoded if possible. */
export function decodedPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0]!.replaceAll("\\", "/");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
