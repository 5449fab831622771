/** The Model Context Protocol, loaded only by applications with tools. */

import { inRootContext } from "../context/mod.ts";

export type { CallToolRequest, CallToolResult, Tool } from "@modelcontextprotocol/sdk/types";

type Types = typeof import("@modelcontextprotocol/sdk/types");
type TransportModule = typeof import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp");

/** The used exports of the protocol's package. */
export interface ModelContextProtocol {
  /** Handles the messages of one client. */
  readonly Server: typeof import("@modelcontextprotocol/sdk/server").Server;
  /** Reads and writes messages over HTTP. */
  readonly Transport: TransportModule["WebStandardStreamableHTTPServerTransport"];
  /** Schema of the request that lists tools. */
  readonly ListToolsRequestSchema: Types["ListToolsRequestSchema"];
  /** Schema of the request that calls a tool. */
  readonly CallToolRequestSchema: Types["CallToolRequestSchema"];
  /** An error of the protocol. */
  readonly McpError: Types["McpError"];
  /** Codes of errors of the protocol. */
  readonly ErrorCode: Types["ErrorCode"];
}

/** Loads the protocol. */
export const loadModelContextProtocol: () => Promise<ModelContextProtocol> = () =>
  inRootContext(async () => {
    const { Server } = await import("@modelcontextprotocol/sdk/server");
    // The package declares types under names without the extension, and modules under names with it.
    const transport: TransportModule = await import(
      "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
    );
    const types: Types = await import("@modelcontextprotocol/sdk/types.js");
    const { ListToolsRequestSchema, CallToolRequestSchema, McpError, ErrorCode } = types;
    const Transport = transport.WebStandardStreamableHTTPServerTransport;
    return { Server, Transport, ListToolsRequestSchema, CallToolRequestSchema, McpError, ErrorCode };
  });
