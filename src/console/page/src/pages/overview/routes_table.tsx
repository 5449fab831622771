import { count, duration } from "../../ui/format.ts";

/** The requests of one route since the start of the service. */
export interface RouteTraffic {
  readonly method: string;
  readonly route: string;
  readonly requests: number;
  readonly errors: number;
  readonly meanMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** The routes that were requested, the busiest first. */
export function RoutesTable({ routes }: { readonly routes: readonly RouteTraffic[] | undefined }) {
  return (
    <section class="card">
      <h2>
        Routes <span class="note">since the start</span>
      </h2>
      {routes?.length === 0 && <p class="hint">No request has arrived yet, other than those of this console.</p>}
      {routes !== undefined && routes.length > 0 && (
        <div class="table-scroll" tabIndex={0} role="region" aria-label="Routes">
          <table>
            <thead>
              <tr>
                <th scope="col">Route</th>
                <th scope="col" class="number">Requests</th>
                <th scope="col" class="number">Errors</th>
                <th scope="col" class="number wide-only">Mean</th>
                <th scope="col" class="number">95 %</th>
                <th scope="col" class="number wide-only">Longest</th>
              </tr>
            </thead>
            <tbody>{routes.map((route) => <Row key={`${route.method} ${route.route}`} {...route} />)}</tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Row({ method, route, requests, errors, meanMs, p95Ms, maxMs }: RouteTraffic) {
  return (
    <tr>
      <td class="route">
        <span class="method">{method}</span> <code>{route === "" ? "no route" : route}</code>
      </td>
      <td class="number">{count(requests)}</td>
      <td class={errors > 0 ? "number bad-text" : "number"}>{count(errors)}</td>
      <td class="number wide-only">{duration(meanMs)}</td>
      <td class="number">{duration(p95Ms)}</td>
      <td class="number wide-only">{duration(maxMs)}</td>
    </tr>
  );
}
