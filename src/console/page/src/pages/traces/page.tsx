import type { PageProps } from "../registry.ts";
import { TraceDetails } from "./trace_details.tsx";
import { TraceList } from "./trace_list.tsx";

/** The last traces, or one of them. */
export default function TracesPage({ place }: PageProps) {
  const [traceId] = place.path;
  return traceId === undefined ? <TraceList place={place} /> : <TraceDetails traceId={traceId} />;
}
