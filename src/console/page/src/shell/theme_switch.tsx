import { Icon } from "../ui/icon.tsx";
import { type ThemeChoice, themeChoice } from "./theme.ts";

const next = { system: "light", light: "dark", dark: "system" } as const satisfies Record<ThemeChoice, ThemeChoice>;
const icons = { system: "system", light: "sun", dark: "moon" } as const;

/** Changes between the system's colours, light and dark. */
export function ThemeSwitch() {
  const choice = themeChoice.value;
  const label = `Colours: ${choice}`;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      onClick={() => themeChoice.value = next[choice]}
    >
      <Icon name={icons[choice]} />
    </button>
  );
}
