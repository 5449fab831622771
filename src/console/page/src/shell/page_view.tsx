import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { service } from "../data/service.ts";
import { type PageProps, pages } from "../pages/registry.ts";
import { EmptyPage, Failure, Loading } from "../ui/empty_state.tsx";
import { place } from "./router.ts";

type Loaded = { readonly id: string; readonly Page?: ComponentType<PageProps>; readonly error?: Error };

/** Loads the component of the current page, and shows it. */
export function PageView() {
  const current = place.value;
  const page = pages.find(({ id }) => id === current.page);
  const [loaded, setLoaded] = useState<Loaded | undefined>();
  useEffect(() => {
    if (page === undefined) return;
    let isGone = false;
    const show = (result: Omit<Loaded, "id">) => isGone || setLoaded({ id: page.id, ...result });
    page.load().then(({ default: Page }) => show({ Page }), (error: Error) => show({ error }));
    return () => void (isGone = true);
  }, [page?.id]);
  useEffect(() => {
    document.title = [page?.title, service.value?.name, "Console"].filter(Boolean).join(" · ");
  }, [page?.id, service.value]);
  if (page === undefined) {
    return (
      <EmptyPage heading="Console" title="There is no such page">The console has no page “{current.page}”.</EmptyPage>
    );
  }
  if (loaded?.id !== page.id || service.value === undefined) return <Loading />;
  if (loaded.error !== undefined) return <Failure error={loaded.error} retry={() => location.reload()} />;
  const { Page } = loaded;
  return Page === undefined ? <Loading /> : <Page place={current} />;
}
