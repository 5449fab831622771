/** The conventional probe paths of orchestrators, each with the health group that it reports. */
export const probePaths = { "/livez": "liveness", "/readyz": "readiness" } as const;
