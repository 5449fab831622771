import type { ComponentChildren } from "preact";
import { EmptyState } from "../../ui/empty_state.tsx";
import { count, duration } from "../../ui/format.ts";
import type { Insight } from "./schema_model.ts";

const install = `{ graphql: { usageReport: 500 } }`;

/** Which documents clients execute, and which deprecated fields they still select. */
export function UsageTable({ usage }: { readonly usage: Insight["usage"] }) {
  if (usage === undefined) {
    return (
      <EmptyState title="Uses are not counted" code={install}>
        The property graphql.usageReport sets how many documents are told apart.
      </EmptyState>
    );
  }
  if (usage.documents.length === 0) return <EmptyState title="No operation has been executed yet" />;
  const deprecated = usage.fields.filter(({ deprecationReason }) => deprecationReason !== undefined);
  return (
    <div class="schema-tables">
      {deprecated.length > 0 && (
        <Scrolled label="Deprecated fields that are used">
          <thead>
            <tr>
              <th scope="col">Deprecated field</th>
              <th scope="col" class="number">Used</th>
              <th scope="col">Clients</th>
            </tr>
          </thead>
          <tbody>
            {deprecated.map(({ coordinate, deprecationReason, count: uses, clients }) => (
              <tr key={coordinate}>
                <td>
                  <code>{coordinate}</code> <p class="hint">{deprecationReason}</p>
                </td>
                <td class="number">{count(uses)}</td>
                <td>{namesOf(clients)}</td>
              </tr>
            ))}
          </tbody>
        </Scrolled>
      )}
      <Scrolled label="Operations">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col" class="number">Executed</th>
            <th scope="col" class="number">With errors</th>
            <th scope="col" class="number">Mean</th>
            <th scope="col" class="number">Longest</th>
            <th scope="col">Clients</th>
          </tr>
        </thead>
        <tbody>
          {usage.documents.map(({ operationName, document, count: executed, errors, meanMs, maxMs, clients }) => (
            <tr key={`${operationName} ${document}`}>
              <td>
                <details>
                  <summary>{operationName ?? <code>{document.slice(0, 60)}</code>}</summary>
                  <pre>{document}</pre>
                </details>
              </td>
              <td class="number">{count(executed)}</td>
              <td class="number">{errors > 0 ? <span class="bad-text">{count(errors)}</span> : 0}</td>
              <td class="number">{duration(meanMs)}</td>
              <td class="number">{duration(maxMs)}</td>
              <td>{namesOf(clients)}</td>
            </tr>
          ))}
        </tbody>
      </Scrolled>
    </div>
  );
}

function Scrolled({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div class="card table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

function namesOf(clients: Readonly<Record<string, number>>): string {
  return Object.entries(clients).map(([name, uses]) => `${name || "unnamed"} (${count(uses)})`).join(", ");
}
