/**
 * Reads a local file.
 *
 * @param path a path or a `file:` URL
 * @throws Error that names the missing permission flag if that is the cause
 */
export async function readFileResource(path: string | URL): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw explain(error, path, "--allow-read");
  }
}

/**
 * Reads the content of a URL.
 *
 * @param url an `http:`, `https:` or `data:` URL
 * @throws Error that names the missing permission flag, or the status of the response
 */
export async function readUrlResource(url: URL): Promise<string> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (error) {
    throw explain(error, url, "--allow-net");
  }
  if (response.ok) return await response.text();
  await response.body?.cancel();
  throw new Error(
    `Cannot read resource as the answer must have a status of 2xx: current value is "${response.status}"`,
  );
}

/**
 * Replaces a permission error of Deno by a message that names the missing flag.
 *
 * @param error the error of Deno
 * @param place the path or URL that could not be read
 * @param flag the permission flag that allows it
 */
export function explain(error: unknown, place: string | URL, flag: string): Error {
  if (!(error instanceof Deno.errors.NotCapable)) return error instanceof Error ? error : new Error(String(error));
  return new Error(`Cannot read "${place}" as the permission is missing: start with ${flag}`, { cause: error });
}
