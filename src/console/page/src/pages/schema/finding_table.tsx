import { addressOf } from "../../shell/router.ts";
import { EmptyState } from "../../ui/empty_state.tsx";
import type { Insight } from "./schema_model.ts";

/** What the inspection of the schema found: fields without code, code without fields. */
export function FindingTable({ findings }: { readonly findings: Insight["findings"] }) {
  if (findings === undefined) {
    return (
      <EmptyState title="The schema was not inspected" code='{ graphql: { inspection: "warn" } }'>
        The inspection compares the schema with the code behind it.
      </EmptyState>
    );
  }
  if (findings.length === 0) {
    return <EmptyState title="No findings">Every field has code behind it, and every mapping a field.</EmptyState>;
  }
  return (
    <div class="card table-scroll" role="region" aria-label="Findings" tabIndex={0}>
      <table class="findings">
        <thead>
          <tr>
            <th scope="col">Finding</th>
            <th scope="col">Code</th>
          </tr>
        </thead>
        <tbody>
          {findings.map(({ section, message, typeName, site }, at) => (
            <tr key={at}>
              <td>
                <span class="status warn">{section}</span> {message}
                {typeName && (
                  <>
                    {" "}
                    <a href={addressOf("schema", [typeName])}>{typeName}</a>
                  </>
                )}
              </td>
              <td>
                {site && <code>{site.description}</code>}
                {site?.location && (
                  <div>
                    <code>{site.location.file}:{site.location.line}</code>
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
