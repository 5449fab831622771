import { inRootContext } from "../../context/mod.ts";

/** How a document is fetched. */
export interface DownloadOptions {
  /** Maximum size of the response, in bytes. */
  readonly maxBytes?: number;
  /** Time for the whole response, in milliseconds. */
  readonly timeoutMs: number;
  /** Aborted when the application stops. */
  readonly signal?: AbortSignal | undefined;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Fetches a JSON object of an authorization server: without redirects, within a time and a size.
 *
 * @param url the URL of the document
 * @param options the bounds
 * @throws Error if the response is no JSON object with status 200
 */
export function downloadJson(url: string, options: DownloadOptions): Promise<Record<string, unknown>> {
  // Connections outlive the request that opens them, and must not retain its async context.
  return inRootContext(download, url, options);
}

async function download(url: string, options: DownloadOptions): Promise<Record<string, unknown>> {
  const { maxBytes = 262_144, timeoutMs, signal, method = "GET", headers = {}, body } = options;
  const late = new AbortController();
  const stop = () => late.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(
    () => late.abort(new DOMException("The server did not answer in time", "TimeoutError")),
    timeoutMs,
  );
  try {
    signal?.throwIfAborted();
    const response = await fetch(url, {
      method,
      headers: { accept: "application/json", ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal: late.signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`Cannot read ${url} as its status must be 200: current value is ${response.status}`);
    }
    return parsed(await textWithin(response, url, maxBytes), url);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

async function textWithin(response: Response, url: string, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`Cannot read ${url} as its size must be <= ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}

function parsed(text: string, url: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`Cannot read ${url} as it must be a JSON object`);
}

/**
 * Rejects insecure URLs of authorization servers, whose responses could be forged on the network.
 *
 * @param name of the option, for the message
 * @param url the given value
 * @throws TypeError when the URL is neither `https:` nor on this machine
 */
export function requireSecureUrl(name: string, url: unknown): string {
  const parsed = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  const isLocal = parsed !== undefined && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(parsed.hostname);
  if (parsed !== undefined && (parsed.protocol === "https:" || parsed.protocol === "http:" && isLocal)) {
    return url as string;
  }
  throw new TypeError(
    `Cannot use ${name} as it must be a URL beginning with "https://" ("http://" on this machine alone): current value is ` +
      JSON.stringify(url)?.slice(0, 200),
  );
}
