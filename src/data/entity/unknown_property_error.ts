/** Thrown when a path names a property that an entity does not have. */
export class UnknownPropertyError extends Error {
  /** The name that does not exist. */
  readonly property: string;
  /** Name of the class without the property. */
  readonly type: string;
  /** The resolved path before it, for example `Bar.user`; the class's name at the beginning. */
  readonly traversed: string;

  /**
   * Creates the error.
   *
   * @param details the name, the path before it, and the existing names
   */
  constructor(
    details: { property: string; type: string; traversed?: string; known: readonly string[]; path?: string },
  ) {
    const { property, type, known, path } = details;
    const traversed = details.traversed ?? type;
    const similar = known.filter((name) => isSimilar(name, property));
    const hint = similar.length > 0 ? `; did you mean ${similar.map((name) => `"${name}"`).join(", ")}?` : "";
    const via = traversed === type ? "" : `, reached by ${traversed}`;
    const whole = path === undefined || path === property ? "" : `, in "${path}"`;
    super(`Cannot find property "${property}"${whole} as ${type} must describe it${via}${hint}`);
    this.name = "UnknownPropertyError";
    this.property = property;
    this.type = type;
    this.traversed = traversed;
  }
}

function isSimilar(known: string, wanted: string): boolean {
  const [a, b] = [known.toLowerCase(), wanted.toLowerCase()];
  return distance(a, b) <= Math.ceil(Math.max(a.length, b.length) / 3);
}

function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 8 || a.length > 100 || b.length > 100) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, change));
    }
    row = next;
  }
  return row[b.length]!;
}
