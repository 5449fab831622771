import { useEffect, useState } from "preact/hooks";
import { connectionError, loadService, service } from "../data/service.ts";
import { Icon } from "../ui/icon.tsx";
import { Navigation } from "./navigation.tsx";
import { PageView } from "./page_view.tsx";
import { Palette } from "./palette.tsx";
import { addressOf, place } from "./router.ts";
import { ThemeSwitch } from "./theme_switch.tsx";

/** The frame around all pages: the service's name, navigation, search, colours. */
export function Shell() {
  const [isSearching, setSearching] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useEffect(() => void loadService(), []);
  useEffect(() => setMenuOpen(false), [place.value]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const opens = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey);
      if (!opens && !(event.key === "/" && !isTyping(event.target))) return;
      event.preventDefault();
      setSearching(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <div class="shell">
      <a class="skip" href="#content">Skip to the content</a>
      <TopBar
        isMenuOpen={isMenuOpen}
        toggleMenu={() => setMenuOpen(!isMenuOpen)}
        search={() => setSearching(true)}
      />
      <Navigation isOpen={isMenuOpen} close={() => setMenuOpen(false)} />
      <main id="content" tabIndex={-1}>
        {connectionError.value !== "" && <p class="banner" role="alert">{connectionError.value}</p>}
        <PageView />
      </main>
      {isSearching && <Palette close={() => setSearching(false)} />}
    </div>
  );
}

interface TopBarProps {
  readonly isMenuOpen: boolean;
  readonly toggleMenu: () => void;
  readonly search: () => void;
}

function TopBar({ isMenuOpen, toggleMenu, search }: TopBarProps) {
  const about = service.value;
  return (
    <header class="top-bar">
      <button
        type="button"
        class="icon-button menu-button"
        aria-label="Navigation"
        aria-expanded={isMenuOpen}
        aria-controls="navigation"
        onClick={toggleMenu}
      >
        <Icon name={isMenuOpen ? "close" : "menu"} />
      </button>
      <a class="service" href={addressOf("")}>
        <span class="mark" aria-hidden="true" />
        <span class="service-name">{about?.name ?? "Console"}</span>
        {about && about.preset !== "production" && <span class="badge">{about.preset}</span>}
      </a>
      <button type="button" class="search-button" onClick={search} aria-keyshortcuts="Control+K">
        <Icon name="search" size={16} />
        <span class="search-label">Search</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <ThemeSwitch />
    </header>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
}
