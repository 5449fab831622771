import { type Class, describeValue } from "../../kernel/mod.ts";
import type { Field, PropertyOptionsByName } from "./field.ts";
import { isPathSegment } from "./path_segment.ts";
import type { BinaryOptions, RepositoryExportOptions } from "./repository_export_options.ts";

/** A property of bytes with its own resource. */
export interface Binary {
  readonly field: Field;
  readonly rel: string;
  readonly path: string;
  /** The media types that clients may send, in lower case. */
  readonly mediaTypes: readonly string[];
  /** Maximum size in bytes. */
  readonly maxBytes: number;
  /** The property that stores the media type; absent if there is only one media type. */
  readonly typeField: Field | undefined;
}

const defaultMaxBytes = 1_048_576;

/** A media type without parameters, in lower case. */
const mediaType = /^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+-]*$/;

/** The properties of a collection. */
interface ExportedProperties {
  readonly type: Class;
  readonly fields: readonly Field[];
  readonly options: RepositoryExportOptions<never>;
}

/**
 * Finds the binary properties of a collection that viewers may see.
 *
 * @param collection the collection, with its fields
 * @returns the properties by path
 * @throws TypeError when a property does not hold bytes, or its options don't fit
 */
export function binariesOf(
  { type, fields, options }: ExportedProperties,
): ReadonlyMap<string, Binary> {
  const named = (options.properties ?? {}) as PropertyOptionsByName;
  const found = new Map<string, Binary>();
  for (const field of fields) {
    if (field.binary === undefined) continue;
    const subject = `Cannot export property "${field.property}" of "${type.name}" as binary`;
    if (field.descriptor.kind !== "scalar" || field.descriptor.name !== "Bytes") {
      throw new TypeError(`${subject} as it must be described as t.bytes`);
    }
    const path = named[field.property]?.path?.replace(/^\/+/, "") ?? field.name;
    if (!isPathSegment(path) || found.has(path)) {
      throw new TypeError(`${subject} as its path must be one path segment of its own: current value is "${path}"`);
    }
    const { mediaTypes, maxBytes = defaultMaxBytes } = checked(field.binary, subject);
    const typeField = typeFieldOf(field.binary, fields, subject);
    if (field.hidden) continue;
    found.set(path, { field, path, rel: named[field.property]?.rel ?? field.name, mediaTypes, maxBytes, typeField });
  }
  return found;
}

function typeFieldOf({ mediaType, mediaTypes }: BinaryOptions, fields: readonly Field[], subject: string) {
  if (mediaType === undefined && mediaTypes.length === 1) return undefined;
  const field = fields.find(({ property }) => property === mediaType);
  if (field?.descriptor.kind === "scalar" && field.descriptor.name === "String") return field;
  throw new TypeError(
    `${subject} as "mediaType" must name a text property that keeps the media type: current value is ${
      describeValue(mediaType)
    }`,
  );
}

function checked(options: BinaryOptions, subject: string): BinaryOptions {
  const { mediaTypes, maxBytes = defaultMaxBytes } = options;
  const wrong = mediaTypes.find((each) => typeof each !== "string" || !mediaType.test(each));
  if (mediaTypes.length === 0 || wrong !== undefined) {
    throw new TypeError(
      `${subject} as "mediaTypes" must name types such as "image/png", in lower case and without parameters: ` +
        `current value is ${describeValue(wrong ?? mediaTypes)}`,
    );
  }
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) {
    throw new RangeError(
      `${subject} as "maxBytes" must be an integer >= 1: current value is ${describeValue(maxBytes)}`,
    );
  }
  return options;
}
