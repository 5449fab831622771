import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { isDark } from "../shell/theme.ts";
import { timeOfDay } from "./format.ts";

/** A line of a chart. */
export interface ChartLine {
  readonly label: string;
  /** Name of a CSS variable that holds the colour: `"--blue"`. */
  readonly color: string;
  /** Whether the area below the line is filled. */
  readonly isFilled?: boolean;
}

/** What a chart shows. */
export interface ChartProps {
  /** Describes the chart to people who don't see it. */
  readonly label: string;
  readonly lines: readonly ChartLine[];
  /** Times in milliseconds, then the values of each line. */
  readonly data: readonly (readonly number[])[];
  /** The seconds that the time axis spans. */
  readonly spanSeconds: number;
  /** Formats a value. */
  readonly format: (value: number) => string;
}

/** A line chart over time that is cheap to update every second. */
export function Chart(props: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const dark = isDark.value;
  useEffect(() => {
    const element = host.current!;
    const created = new uPlot(optionsOf(latest.current, element.clientWidth), dataOf(latest.current), element);
    plot.current = created;
    const resized = new ResizeObserver(() => created.setSize({ width: element.clientWidth, height: chartHeight }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      created.destroy();
    };
  }, [dark]);
  useEffect(() => {
    const { spanSeconds } = props;
    const end = (props.data[0]!.at(-1) ?? Date.now()) / 1_000;
    plot.current?.setData(dataOf(props), false);
    plot.current?.setScale("x", { min: end - spanSeconds, max: end });
  }, [props.data, props.spanSeconds, dark]);
  const last = props.lines.map(({ label }, at) => `${label} ${props.format(props.data[at + 1]?.at(-1) ?? 0)}`);
  return <div ref={host} class="chart" role="img" aria-label={`${props.label}: now ${last.join(", ")}`} />;
}

const chartHeight = 132;

function dataOf({ data }: ChartProps): uPlot.AlignedData {
  const [times = [], ...values] = data;
  return [times.map((time) => time / 1_000), ...values.map((each) => [...each])];
}

function optionsOf({ lines, format, data }: ChartProps, width: number): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: color("--muted"),
    font: "11px system-ui, sans-serif",
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: chartHeight,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 6 }, drag: { setScale: false } },
    scales: {
      x: { time: true, min: (data[0]?.[0] ?? 0) / 1_000, max: (data[0]?.at(-1) ?? 1) / 1_000 },
      y: { range: (_, _min, max) => [0, max > 0 ? max * 1.15 : 1] },
    },
    axes: [
      { ...axis, space: 62, size: 22, values: (_, times) => times.map((time) => timeOfDay(time * 1_000).slice(0, 8)) },
      { ...axis, space: 30, size: 58, values: (_, values) => values.map(format) },
    ],
    series: [
      {},
      ...lines.map((line) => ({
        label: line.label,
        stroke: color(line.color),
        width: 1.5,
        points: { show: false },
        ...(line.isFilled && { fill: `${color(line.color)}22` }),
      })),
    ],
  };
}
