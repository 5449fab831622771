/** The short paths that orchestrators are used to, each with the group of the health that it asks for. */
export const probePaths = { "/livez": "liveness", "/readyz": "readiness" } as const;
