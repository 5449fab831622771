/**
 * Removes the slashes at the end of a path. A pattern such as `/\/+$/` takes time quadratic in the longest run of
 * slashes, which a client can choose.
 *
 * @param path a path or URL
 */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === "/") end--;
  return path.slice(0, end);
}
