/** Parts of a page of which one is shown; the choice is kept by whoever shows the tabs, such as the address. */
export function Tabs<I extends string>(
  { label, tabs, current, onChange }: {
    readonly label: string;
    readonly tabs: readonly (readonly [id: I, title: string])[];
    readonly current: I;
    readonly onChange: (id: I) => void;
  },
) {
  return (
    <div class="segments tabs" role="group" aria-label={label}>
      {tabs.map(([id, title]) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === current}
          onClick={() => onChange(id)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
