import { bytes } from "../../ui/format.ts";
import { Status } from "../../ui/status.tsx";

/** The health of something, as the actuator tells it. */
export interface Health {
  readonly status: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly components?: Readonly<Record<string, Health>>;
}

/** The service's health, component by component. */
export function HealthPanel({ health }: { readonly health: Health | null | undefined }) {
  return (
    <section class="card">
      <h2>Health {health && <Status value={health.status} />}</h2>
      {health === undefined && <p class="hint">Asking…</p>}
      {health === null && (
        <p class="hint">
          Nothing tells the health: add <code>actuator()</code> to the features.
        </p>
      )}
      {health && <Components components={health.components ?? {}} />}
    </section>
  );
}

function Components({ components }: { readonly components: Readonly<Record<string, Health>> }) {
  const entries = Object.entries(components);
  if (entries.length === 0) return <p class="hint">No component reports its health.</p>;
  return (
    <dl class="health">
      {entries.map(([name, { status, details = {}, components: parts }]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Status value={status} />
            <p class="details">
              {Object.entries(details).map(([key, value]) => (
                <span key={key}>
                  {key} <b>{detailText(value)}</b>
                </span>
              ))}
            </p>
            {parts && <Components components={parts} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Large numbers are sizes: nothing else in a service's health is. */
function detailText(value: unknown): string {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1_000_000) return bytes(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
