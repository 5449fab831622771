import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";

/** What a person may choose; `"system"` follows the operating system. */
export type ThemeChoice = "system" | "light" | "dark";

const key = "espalier.console.theme";
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const isDarkSystem = signal(systemIsDark.matches);

/** The person's choice. */
export const themeChoice = signal<ThemeChoice>(stored());

/** Whether the page is dark. */
export const isDark: ReadonlySignal<boolean> = computed(() =>
  themeChoice.value === "system" ? isDarkSystem.value : themeChoice.value === "dark"
);

/** Keeps the page's colours like the choice. */
export function followTheme(): void {
  systemIsDark.addEventListener("change", () => isDarkSystem.value = systemIsDark.matches);
  effect(() => {
    document.documentElement.dataset["theme"] = isDark.value ? "dark" : "light";
    store(themeChoice.value);
  });
}

function stored(): ThemeChoice {
  try {
    const value = localStorage.getItem(key);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system"; // Storage is switched off.
  }
}

function store(choice: ThemeChoice): void {
  try {
    if (choice === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
}
