import { useEffect } from "preact/hooks";
import { service } from "../data/service.ts";
import { type ConsolePage, pages } from "../pages/registry.ts";
import { Icon } from "../ui/icon.tsx";
import { addressOf, place } from "./router.ts";

/** The list of pages: beside the content, or over it on small screens. */
export function Navigation({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && close();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isOpen]);
  const groups = Map.groupBy(pages, ({ group }) => group);
  return (
    <>
      {isOpen && <div class="scrim" onClick={close} />}
      <nav id="navigation" class={isOpen ? "open" : ""} aria-label="Pages">
        {[...groups].map(([group, members]) => (
          <section key={group} aria-label={group}>
            <p class="nav-group" aria-hidden="true">{group}</p>
            <ul>
              {members.map((page) => (
                <li key={page.id}>
                  <PageLink page={page} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p class="nav-foot">{service.value && `Espalier on ${service.value.runtime}`}</p>
      </nav>
    </>
  );
}

function PageLink({ page: { id, title, icon } }: { readonly page: ConsolePage }) {
  const isCurrent = place.value.page === id;
  return (
    <a href={addressOf(id)} aria-current={isCurrent ? "page" : undefined}>
      <Icon name={icon} />
      <span>{title}</span>
    </a>
  );
}
