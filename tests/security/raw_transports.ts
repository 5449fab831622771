import type { ServedApp } from "../graphql/transport/served_app.ts";

/** An operation as a client sends it. */
export interface RawRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Sends an operation and returns all that comes back, as text. */
export type RawTransport = (served: ServedApp, request: RawRequest) => Promise<string>;

function posted(accept: string): RawTransport {
  return async (served, request) => {
    const headers = { "content-type": "application/json", accept };
    return await (await fetch(served.url, { method: "POST", headers, body: JSON.stringify(request) })).text();
  };
}

/** The transports without libraries of clients, which would read the answers their own way. */
export const rawTransports: Readonly<Record<string, RawTransport>> = {
  "HTTP POST": posted("application/json"),
  "event stream": posted("text/event-stream"),
  multipart: posted('multipart/mixed; deferSpec="20220824", application/json;q=0.1'),
  WebSocket: (served, request) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const socket = new WebSocket(served.webSocketUrl, "graphql-transport-ws");
    let text = "";
    socket.onopen = () => socket.send('{"type":"connection_init"}');
    socket.onerror = () => reject(new Error("The connection failed"));
    socket.onmessage = ({ data }) => {
      const { type } = JSON.parse(data);
      if (type === "connection_ack") socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: request }));
      if (type === "next" || type === "error") text += data;
      if (type === "complete" || type === "error") socket.close();
    };
    socket.onclose = () => resolve(text);
    return promise;
  },
};
