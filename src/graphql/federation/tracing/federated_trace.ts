import type { GraphQLError, GraphQLResolveInfo } from "../../../../deps.ts";
import type { Trace } from "./deps.ts";

type Path = GraphQLResolveInfo["path"];
type Node = Trace.INode & { readonly child: Node[] };

/** The encoded fields of a trace, as far as the encoder's type requires. */
export type EncodedTrace = ConstructorParameters<typeof Trace>[0];

/** The trace of one operation, in the format of Apollo's gateways and routers. */
export class FederatedTrace {
  readonly #startTime = Date.now();
  readonly #start = performance.now();
  readonly #root: Node = { child: [] };
  readonly #nodes = new Map<string, Node>();

  /**
   * Notes that a field is fetched.
   *
   * @param info the field
   * @returns notes the end
   */
  begin(info: GraphQLResolveInfo): () => void {
    const node = this.#nodeAt(info.path);
    Object.assign(node, {
      type: String(info.returnType),
      parentType: info.parentType.name,
      startTime: this.#elapsed(),
      ...(info.path.key === info.fieldName ? {} : { originalFieldName: info.fieldName }),
    });
    return () => void Object.assign(node, { endTime: this.#elapsed() });
  }

  /**
   * Ends the trace. The messages of errors are masked, because other services receive the trace.
   *
   * @param errors of the response
   */
  end(errors: readonly Pick<GraphQLError, "path" | "locations">[]): EncodedTrace {
    const durationNs = this.#elapsed();
    for (const { path = [], locations = [] } of errors) {
      const json = JSON.stringify({ message: masked, extensions: { maskedBy: "@espalier/espalier" } });
      const location = locations.map(({ line, column }) => ({ line, column }));
      const node = this.#nodeOf(path);
      node.error = [...node.error ?? [], { message: masked, location, json, timeNs: durationNs }];
    }
    const startTime = timestamp(this.#startTime);
    const endTime = timestamp(this.#startTime + durationNs / 1e6);
    return { startTime, endTime, durationNs, root: this.#root, fieldExecutionWeight: 1 };
  }

  #elapsed(): number {
    return Math.round((performance.now() - this.#start) * 1e6);
  }

  #nodeAt(path: Path): Node {
    const keys: (string | number)[] = [];
    for (let at: Path | undefined = path; at !== undefined; at = at.prev) keys.push(at.key);
    return this.#nodeOf(keys.reverse());
  }

  #nodeOf(keys: readonly (string | number)[]): Node {
    let node = this.#root;
    let name = "";
    for (const key of keys) {
      name += `/${key}`;
      let child = this.#nodes.get(name);
      if (child === undefined) {
        child = typeof key === "number" ? { index: key, child: [] } : { responseName: key, child: [] };
        this.#nodes.set(name, child);
        node.child.push(child);
      }
      node = child;
    }
    return node;
  }
}

const masked = "<masked>";

function timestamp(ms: number): { readonly seconds: number; readonly nanos: number } {
  return { seconds: Math.floor(ms / 1000), nanos: Math.floor((ms % 1000) * 1e6) };
}
