/** A region of the world with its own rates. */
export interface Zone {
  readonly code: string;
  readonly days: number;
  readonly centsPerKilogram: number;
}

const zones: readonly Zone[] = [
  { code: "DE", days: 2, centsPerKilogram: 300 },
  { code: "EU", days: 5, centsPerKilogram: 900 },
  { code: "WORLD", days: 14, centsPerKilogram: 2500 },
];

/** Weights of books, and shipping costs. */
export class Rates {
  /** All zones. */
  readonly zones: readonly Zone[] = zones;

  /** A zone by its code, or `null`. */
  zone(code: string): Zone | null {
    return zones.find((zone) => zone.code === code) ?? null;
  }

  /** The weight of a book in grams. */
  weight(published: number): number {
    return 300 + (2000 - published) * 2;
  }

  /** The costs in cents; `null` for zones without shipping. */
  costs(published: number, code: string): number | null {
    const zone = this.zone(code);
    return zone && Math.ceil(this.weight(published) / 1000 * zone.centsPerKilogram);
  }
}
