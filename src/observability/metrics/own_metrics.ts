import type { Attributes, CollectionResult, MetricData, Resource } from "../deps.ts";
import { highResolution } from "../spans/trace_clock.ts";

/** Number of combinations of attributes that an instrument tells apart; what follows is counted together. */
const maxSeries = 1_000;

/** The attribute under which OpenTelemetry counts together what exceeds the bound. */
const overflow: Attributes = { "otel.metric.overflow": true };

/** What an instrument is called and measures in. */
export interface InstrumentOptions {
  readonly name: string;
  readonly description: string;
  /** By UCUM: `s`, `By`, `{request}`. */
  readonly unit: string;
}

/** One value of an instrument that is read when somebody reads the metrics. */
export type Observation = readonly [value: number, attributes: Attributes];

/** An instrument as far as its data are read. */
interface Instrument {
  data(startTime: [number, number], endTime: [number, number]): Promise<MetricData> | MetricData;
}

/** Combinations of attributes with what was measured for each. */
class SeriesTable<S> {
  readonly all = new Map<string, { readonly attributes: Attributes; readonly series: S }>();
  readonly #create: () => S;

  constructor(create: () => S) {
    this.#create = create;
  }

  /** The attributes of one instrument always come in the same order. */
  of(attributes: Attributes): S {
    let key = "";
    for (const name in attributes) key += `${name}=${attributes[name]}\n`;
    return this.all.get(key)?.series ?? this.#add(key, attributes);
  }

  #add(key: string, attributes: Attributes): S {
    if (this.all.size >= maxSeries) {
      const shared = this.all.get("overflow");
      if (shared !== undefined) return shared.series;
      [key, attributes] = ["overflow", overflow];
    }
    const series = this.#create();
    this.all.set(key, { attributes, series });
    return series;
  }
}

/** The values of one series of a histogram. */
export interface Distribution {
  readonly counts: number[];
  count: number;
  sum: number;
  min: number;
  max: number;
}

/** Distributes values over buckets, for a tenth of the time that the histogram of OpenTelemetry's SDK takes. */
export class OwnHistogram implements Instrument {
  readonly #options: InstrumentOptions;
  readonly #boundaries: readonly number[];
  readonly #table: SeriesTable<Distribution>;

  /**
   * @param options name and unit
   * @param boundaries upper ends of the buckets, ascending; one more bucket takes the rest
   */
  constructor(options: InstrumentOptions, boundaries: readonly number[]) {
    this.#options = options;
    this.#boundaries = boundaries;
    const counts = () => Array<number>(boundaries.length + 1).fill(0);
    this.#table = new SeriesTable(() => ({ counts: counts(), count: 0, sum: 0, min: Infinity, max: -Infinity }));
  }

  /** Adds a value. */
  record(value: number, attributes: Attributes): void {
    this.recordIn(this.series(attributes), value);
  }

  /** Returns the series of a combination of attributes, for those who find it faster by a key of their own. */
  series(attributes: Attributes): Distribution {
    return this.#table.of(attributes);
  }

  /** Adds a value to a series. */
  recordIn(series: Distribution, value: number): void {
    let bucket = 0;
    while (bucket < this.#boundaries.length && value > this.#boundaries[bucket]!) bucket++;
    series.counts[bucket]!++;
    series.count++;
    series.sum += value;
    if (value < series.min) series.min = value;
    if (value > series.max) series.max = value;
  }

  data(startTime: [number, number], endTime: [number, number]): MetricData {
    const dataPoints = [...this.#table.all.values()].map(({ attributes, series: { counts, ...totals } }) => ({
      attributes,
      startTime,
      endTime,
      value: { ...totals, buckets: { boundaries: [...this.#boundaries], counts: [...counts] } },
    }));
    // 0 is a histogram, 1 is cumulative in OpenTelemetry's SDK.
    return { descriptor: descriptorOf(this.#options), aggregationTemporality: 1, dataPointType: 0, dataPoints };
  }
}

/** Counts. */
export class OwnCounter implements Instrument {
  readonly #options: InstrumentOptions;
  readonly #table = new SeriesTable(() => ({ value: 0 }));

  /** @param options name and unit */
  constructor(options: InstrumentOptions) {
    this.#options = options;
  }

  /** Adds to the count. */
  add(value: number, attributes: Attributes): void {
    this.#table.of(attributes).value += value;
  }

  data(startTime: [number, number], endTime: [number, number]): MetricData {
    const observations = [...this.#table.all.values()].map(({ attributes, series }) =>
      [series.value, attributes] as const
    );
    return sum(this.#options, pointsOf(observations, startTime, endTime), true);
  }
}

/** How the values of an {@linkcode Observed} instrument are read: as they are, added up, or added up and never less. */
export type ObservedKind = "gauge" | "sum" | "counter";

/** Reads values when somebody reads the metrics. */
export class Observed implements Instrument {
  readonly #options: InstrumentOptions & { readonly kind: ObservedKind };
  readonly #observe: () => Promise<readonly Observation[]> | readonly Observation[];

  /**
   * @param options name, unit, kind
   * @param observe reads the values
   */
  constructor(
    options: InstrumentOptions & { readonly kind: ObservedKind },
    observe: () => Promise<readonly Observation[]> | readonly Observation[],
  ) {
    this.#options = options;
    this.#observe = observe;
  }

  async data(startTime: [number, number], endTime: [number, number]): Promise<MetricData> {
    const { kind } = this.#options;
    const dataPoints = pointsOf(await this.#observe(), startTime, endTime);
    if (kind !== "gauge") return sum(this.#options, dataPoints, kind === "counter");
    // 2 is a gauge in OpenTelemetry's SDK.
    return { descriptor: descriptorOf(this.#options), aggregationTemporality: 1, dataPointType: 2, dataPoints };
  }
}

/** The framework's own instruments: a producer of metrics for the readers of OpenTelemetry's SDK. */
export class OwnMetrics {
  readonly #instruments: Instrument[] = [];
  readonly #resource: Resource;
  readonly #startTime = highResolution(Date.now());

  /** @param resource what emits the metrics */
  constructor(resource: Resource) {
    this.#resource = resource;
  }

  /** Adds an instrument. */
  add<I extends Instrument>(instrument: I): I {
    this.#instruments.push(instrument);
    return instrument;
  }

  /** Reads all instruments; one that fails is left out. */
  async collect(): Promise<CollectionResult> {
    const endTime = highResolution(Date.now());
    const read = await Promise.allSettled(
      this.#instruments.map(async (instrument) => await instrument.data(this.#startTime, endTime)),
    );
    const metrics = read.filter((each) => each.status === "fulfilled").map(({ value }) => value)
      .filter(({ dataPoints }) => dataPoints.length > 0);
    const errors = read.filter((each) => each.status === "rejected").map(({ reason }) => reason);
    const scopeMetrics = [{ scope: { name: "espalier" }, metrics }];
    return { resourceMetrics: { resource: this.#resource, scopeMetrics }, errors };
  }
}

type Points = { attributes: Attributes; startTime: [number, number]; endTime: [number, number]; value: number }[];

function pointsOf(
  observations: readonly Observation[],
  startTime: [number, number],
  endTime: [number, number],
): Points {
  return observations.map(([value, attributes]) => ({ attributes, startTime, endTime, value }));
}

function sum(options: InstrumentOptions, dataPoints: Points, isMonotonic: boolean): MetricData {
  // 3 is a sum in OpenTelemetry's SDK.
  return { descriptor: descriptorOf(options), aggregationTemporality: 1, dataPointType: 3, dataPoints, isMonotonic };
}

function descriptorOf({ name, description, unit }: InstrumentOptions): MetricData["descriptor"] {
  // 1 is a number that need not be an integer in OpenTelemetry's interface.
  return { name, description, unit, valueType: 1 };
}
