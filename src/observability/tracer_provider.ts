import type { ServiceIdentifier } from "../../deps.ts";
import type { OpenTelemetryMeterProvider, OpenTelemetryTracerProvider } from "./deps.ts";
import { token } from "../kernel/mod.ts";

/** OpenTelemetry's interface that creates tracers. */
export type TracerProvider = OpenTelemetryTracerProvider;

/**
 * Identifier of the {@linkcode TracerProvider} bean. Without a custom binding, `tracing()` creates one with the
 * configured exporters, or uses the process's global one.
 */
export const TracerProvider: ServiceIdentifier<TracerProvider> = token<TracerProvider>("TracerProvider");

/** OpenTelemetry's interface that creates meters. */
export type MeterProvider = OpenTelemetryMeterProvider;

/** Identifier of the {@linkcode MeterProvider} bean; without a custom binding the process's global one. */
export const MeterProvider: ServiceIdentifier<MeterProvider> = token<MeterProvider>("MeterProvider");
