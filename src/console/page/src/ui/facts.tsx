import type { ComponentChildren } from "preact";

/** A name and what it stands for. */
export type Fact = readonly [name: string, value: ComponentChildren];

/** Names with their values; empty values are left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const shown = facts.filter(([, value]) => value !== undefined && value !== "" && value !== null);
  return (
    <dl class="facts">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A value of unknown type as text: objects as JSON over several lines. */
export function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2) ?? "";
}
