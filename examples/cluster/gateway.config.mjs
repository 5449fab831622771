// If a replica ends during a query, the query is retried. Mutations are not, as they may have taken effect.
export const gatewayConfig = {
  upstreamRetry: ({ executionRequest }) =>
    executionRequest.operationType === "query" ? { maxRetries: 5, retryDelay: 50, retryDelayFactor: 1.5 } : undefined,
  landingPage: false,
};
