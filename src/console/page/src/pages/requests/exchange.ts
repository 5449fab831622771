/** Headers by name. */
export type Headers = Readonly<Record<string, readonly string[]>>;

/** A request with its response, as the endpoint tells it: secrets are masked. */
export interface Exchange {
  /** Present in development: below it, the request can be read and sent again. */
  readonly id?: number;
  readonly isReplayable?: boolean;
  readonly timestamp: string;
  readonly timeTaken: string;
  readonly principal?: { readonly name: string };
  readonly request: { readonly method: string; readonly uri: string; readonly headers: Headers };
  readonly response: { readonly status: number; readonly headers: Headers };
  /** The request's body, where it is kept. */
  readonly body?: string;
}

/** What a request was answered with that was sent again. */
export interface Replayed {
  readonly response: Exchange["response"];
  readonly body?: string;
  readonly timeTaken: string;
}

/** Identifies an exchange in the list, also where it has no number. */
export function keyOf({ id, timestamp, request: { method, uri } }: Exchange): string {
  return id === undefined ? `${timestamp} ${method} ${uri}` : String(id);
}

/** Reads a duration by ISO 8601, in milliseconds. */
export function millisecondsOf(duration: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration) ?? [];
  return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
}

/** Path and query. */
export function targetOf({ request: { uri } }: Exchange): string {
  return uri.replace(/^[a-z]+:\/\/[^/]*/, "");
}

/** JSON over several lines; other texts as they are. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
