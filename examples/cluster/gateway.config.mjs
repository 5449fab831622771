// Queries are sent again when a replica ends under them; mutations are not, as they may have happened.
export const gatewayConfig = {
  upstreamRetry: ({ executionRequest }) =>
    executionRequest.operationType === "query" ? { maxRetries: 5, retryDelay: 50, retryDelayFactor: 1.5 } : undefined,
  landingPage: false,
};
