import type { ServiceIdentifier } from "../../deps.ts";
import type { OpenTelemetryMeterProvider, OpenTelemetryTracerProvider } from "./deps.ts";
import { token } from "../kernel/mod.ts";

/** Makes tracers: OpenTelemetry's contract. */
export type TracerProvider = OpenTelemetryTracerProvider;

/**
 * Identifier of the {@linkcode TracerProvider} bean. Without a binding of yours `tracing()` makes one that exports where
 * it is told to, or takes the process's global one.
 */
export const TracerProvider: ServiceIdentifier<TracerProvider> = token<TracerProvider>("TracerProvider");

/** Makes meters: OpenTelemetry's contract. */
export type MeterProvider = OpenTelemetryMeterProvider;

/** Identifier of the {@linkcode MeterProvider} bean; without a binding of yours the process's global one. */
export const MeterProvider: ServiceIdentifier<MeterProvider> = token<MeterProvider>("MeterProvider");
