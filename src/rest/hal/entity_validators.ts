import { ifMatch, ifNoneMatch } from "@std/http/etag";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { httpDate } from "./http_date.ts";

/** The validators of an entity: its version as `ETag`, and the time of its last change. */
export interface EntityValidators {
  readonly etag?: string;
  readonly lastModified?: Date;
}

/**
 * Reads an entity's validators.
 *
 * @param collection the entity's collection
 * @param entity the entity
 */
export function validatorsOf({ version, options, profile }: ExportedCollection, entity: object): EntityValidators {
  // Described properties are read by name.
  const source = entity as Record<string, unknown>;
  const count = version === undefined ? undefined : source[version.property];
  const changed = options.lastModified === undefined ? undefined : source[options.lastModified];
  return {
    ...(count === undefined || count === null || version?.hidden === true && profile !== undefined ? {} : {
      // Caches must distinguish the documents of profiles.
      etag: `"${count instanceof Date ? count.getTime() : count}${profile === undefined ? "" : `-${profile.name}`}"`,
    }),
    ...(changed instanceof Date && !Number.isNaN(changed.getTime()) ? { lastModified: changed } : {}),
  };
}

/** Writes validators as response headers. */
export function validatorHeaders({ etag, lastModified }: EntityValidators): Record<string, string> {
  return {
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { "last-modified": lastModified.toUTCString() }),
  };
}

/**
 * Evaluates the preconditions of a request by the rules and in the order of RFC 9110, section 13.2.2.
 *
 * @param request the request
 * @param validators the current state's; `undefined` when there is no entity
 * @returns the status that ends the request, or `undefined` when it goes on
 */
export function failedPrecondition(request: Request, validators: EntityValidators | undefined): 304 | 412 | undefined {
  const { headers, method } = request;
  const match = headers.get("if-match");
  if (match !== null) {
    if (!matches(match, validators)) return 412;
  } else if (isChangedSince(headers.get("if-unmodified-since"), validators)) return 412;
  const noneMatch = headers.get("if-none-match");
  const isRead = method === "GET" || method === "HEAD";
  if (noneMatch !== null) return noneMatches(noneMatch, validators) ? undefined : isRead ? 304 : 412;
  const since = headers.get("if-modified-since");
  return isRead && isUnchangedSince(since, validators) ? 304 : undefined;
}

function matches(header: string, validators: EntityValidators | undefined): boolean {
  if (header.trim() === "*") return validators !== undefined;
  return ifMatch(header, validators?.etag);
}

function noneMatches(header: string, validators: EntityValidators | undefined): boolean {
  if (header.trim() === "*") return validators === undefined;
  return ifNoneMatch(header, validators?.etag);
}

function isChangedSince(header: string | null, validators: EntityValidators | undefined): boolean {
  const [since, changed] = secondsOf(header, validators);
  return since !== undefined && changed !== undefined && changed > since;
}

function isUnchangedSince(header: string | null, validators: EntityValidators | undefined): boolean {
  const [since, changed] = secondsOf(header, validators);
  return since !== undefined && changed !== undefined && changed <= since;
}

/** Compares times in seconds, the precision of the header. An invalid date is ignored. */
function secondsOf(header: string | null, validators: EntityValidators | undefined): (number | undefined)[] {
  const since = header === null ? undefined : httpDate(header);
  const changed = validators?.lastModified?.getTime();
  return [
    since === undefined ? undefined : Math.floor(since / 1000),
    changed === undefined ? undefined : Math.floor(changed / 1000),
  ];
}
