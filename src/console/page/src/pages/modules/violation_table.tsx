import { EmptyState } from "../../ui/empty_state.tsx";
import type { Violation } from "./module_model.ts";

/** What breaks the structure, with the places in the sources. */
export function ViolationTable({ violations }: { readonly violations: readonly Violation[] }) {
  if (violations.length === 0) {
    return <EmptyState title="No violations">Every module keeps to what it may depend on.</EmptyState>;
  }
  return (
    <div class="card table-scroll" role="region" aria-label="Violations" tabIndex={0}>
      <table class="violations">
        <thead>
          <tr>
            <th scope="col">Violation</th>
            <th scope="col">Place</th>
          </tr>
        </thead>
        <tbody>
          {violations.map((violation, at) => (
            <tr key={at}>
              <td>
                <span class="status bad">{violation.kind}</span> {violation.message}
                {violation.advice && (
                  <p class="hint">
                    Use <code>{violation.advice}</code>
                  </p>
                )}
              </td>
              <td>
                {placesOf(violation).map((place) => (
                  <div key={place}>
                    <code>{place}</code>
                  </div>
                ))}
                {violation.specifier && (
                  <p class="hint">
                    imports <code>{violation.specifier}</code>
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function placesOf({ file, line, places = [] }: Violation): readonly string[] {
  const own = file === undefined ? [] : [line === undefined ? file : `${file}:${line}`];
  return [...new Set([...own, ...places.map((place) => `${place.file}:${place.line}`)])];
}
