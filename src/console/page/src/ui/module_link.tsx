import { pages } from "../pages/registry.ts";
import { addressOf } from "../shell/router.ts";

/** Leads to a module of the application, where the console has a page for modules. */
export function ModuleLink({ id, name }: { readonly id: string; readonly name: string }) {
  return pages.some((page) => page.id === "modules") ? <a href={addressOf("modules", [id])}>{name}</a> : <>{name}</>;
}
