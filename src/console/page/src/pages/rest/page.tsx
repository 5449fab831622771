import { useCallback, useEffect, useState } from "preact/hooks";
import { service } from "../../data/service.ts";
import { addressOf, navigate } from "../../shell/router.ts";
import { EmptyState, Loading } from "../../ui/empty_state.tsx";
import { Facts } from "../../ui/facts.tsx";
import { duration } from "../../ui/format.ts";
import { PageHeader } from "../../ui/page_header.tsx";
import type { PageProps } from "../registry.ts";
import {
  type Answer,
  type FormTemplate,
  type HalDocument,
  linksOf,
  listsOf,
  pathOf,
  propertiesOf,
  send,
  variablesOf,
  withoutVariables,
  withParameter,
} from "./hal.ts";
import { ItemTable, textOf } from "./item_table.tsx";
import { ResourceForm, valuesOf } from "./resource_form.tsx";

const install = `import { exportRepository, rest } from "@espalier/espalier/rest";

createContainer(rest(), exportRepository(Books), …)`;

/** The REST resources of the service: walked by their links, written by their forms. */
export default function RestPage({ place: { query } }: PageProps) {
  const root = service.value?.paths.rest;
  if (root === undefined) {
    return (
      <EmptyState title="There are no collections" code={install}>
        Install rest() and export a repository: its collection is read, searched and written here.
      </EmptyState>
    );
  }
  const start = root === "" ? "/" : root;
  return <Explorer start={start} path={pathOf(query.get("at") ?? start) ?? start} />;
}

const open = (path: string) => navigate(addressOf("rest", [], { at: path }));

function Explorer({ start, path }: { readonly start: string; readonly path: string }) {
  const [answer, setAnswer] = useState<Answer>();
  const [problem, setProblem] = useState<Answer | Error>();
  const [address, setAddress] = useState(path);
  const read = useCallback(async () => {
    try {
      setAnswer(await send(path));
    } catch (error) {
      setProblem(error as Error);
    }
  }, [path]);
  useEffect(() => {
    let isGone = false;
    setAddress(path);
    setProblem(undefined);
    send(path).then((next) => isGone || setAnswer(next), (error: Error) => isGone || setProblem(error));
    return () => void (isGone = true);
  }, [path]);
  const submit = async (template: FormTemplate, form: FormData) => {
    const target = pathOf(template.target);
    if (target === undefined) return;
    const values = valuesOf(template, form);
    if (template.method === "GET") return open(filtered(target, values));
    try {
      const written = await send(target, requestOf(template, values, answer?.etag ?? ""));
      if (written.status >= 400) return setProblem(written);
      setProblem(undefined);
      if (template.method === "DELETE") open(target.replace(/\/[^/]*$/, ""));
      else if (written.status === 201 && pathOf(written.location)) open(pathOf(written.location)!);
      else await read();
    } catch (error) {
      setProblem(error as Error);
    }
  };
  return (
    <>
      <PageHeader title="REST" {...(answer && { note: `${answer.status} in ${duration(answer.ms)}` })}>
        <button type="button" class="button" onClick={() => open(start)}>Collections</button>
        <form
          class="rest-address"
          onSubmit={(event) => {
            event.preventDefault();
            open(pathOf(address) ?? start);
          }}
        >
          <input
            class="field"
            aria-label="Address"
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
          <button type="submit" class="button">Get</button>
        </form>
      </PageHeader>
      {problem !== undefined && <Problem problem={problem} />}
      {answer === undefined ? problem === undefined && <Loading /> : <Resource answer={answer} submit={submit} />}
    </>
  );
}

function filtered(target: string, values: Record<string, unknown>): string {
  const url = new URL(withoutVariables(target), location.origin);
  for (const [name, value] of Object.entries(values)) {
    url.searchParams.delete(name);
    for (const each of [value].flat()) if (each !== null && each !== "") url.searchParams.append(name, String(each));
  }
  return url.pathname + url.search;
}

function requestOf({ method, contentType }: FormTemplate, values: Record<string, unknown>, etag: string): RequestInit {
  const isChange = method === "PATCH" || method === "PUT" || method === "DELETE";
  return {
    method,
    headers: {
      ...(method !== "DELETE" && { "content-type": contentType ?? "application/json" }),
      ...(isChange && etag !== "" && { "if-match": etag }),
    },
    ...(method !== "DELETE" && { body: JSON.stringify(values) }),
  };
}

interface ResourceProps {
  readonly answer: Answer;
  readonly submit: (template: FormTemplate, form: FormData) => Promise<void>;
}

function Resource({ answer, submit }: ResourceProps) {
  const { body, path, status, text, etag } = answer;
  if (status >= 400) return <Problem problem={answer} />;
  if (body === undefined) return <pre class="card raw" tabIndex={0}>{text}</pre>;
  const lists = listsOf(body);
  const self = linksOf(body).find(([relation]) => relation === "self")?.[1].href ?? "";
  const canSort = variablesOf(self).includes("sort") || new URL(path, location.origin).searchParams.has("sort");
  const templates = Object.entries(body._templates ?? {});
  return (
    <>
      <Links document={body} path={path} />
      {lists.map(([relation, items]) =>
        items.length === 0
          ? <EmptyState key={relation} title={`There are no ${relation}`} />
          : <ItemTable key={relation} relation={relation} items={items} path={path} canSort={canSort} open={open} />
      )}
      {propertiesOf(body).length > 0 && (
        <section class="card">
          <Facts
            facts={[...propertiesOf(body).map(([name, value]) => [name, textOf(value)] as const), ["ETag", etag]]}
          />
        </section>
      )}
      {templates.length > 0 && (
        <div class="forms">
          {templates.map(([name, template]) => (
            <ResourceForm
              key={`${path} ${etag} ${answer.ms} ${name}`}
              name={name}
              template={template}
              etag={etag}
              submit={submit}
            />
          ))}
        </div>
      )}
      <details class="card source">
        <summary>Response</summary>
        <pre tabIndex={0}>{JSON.stringify(body, null, 2)}</pre>
      </details>
    </>
  );
}

const paging = ["first", "prev", "next", "last"] as const;
const pageNames = { first: "First", prev: "Previous", next: "Next", last: "Last" } as const;

/** The first and the last page, where the pages are numbered and there are others. */
function edgeOf(name: typeof paging[number], page: NonNullable<HalDocument["page"]>, path: string): string | undefined {
  const { number, totalPages = 0 } = page;
  const edge = name === "first" ? 0 : name === "last" ? totalPages - 1 : -1;
  return number === undefined || edge < 0 || edge === number ? undefined : withParameter(path, "page", String(edge));
}

/** Buttons for pages, links to other resources, and forms for links with variables. */
function Links({ document, path }: { readonly document: HalDocument; readonly path: string }) {
  const links = linksOf(document);
  // A search stands there twice, as a link with variables and as a form with types.
  const others = links.filter(([relation]) =>
    relation !== "self" && !paging.some((name) => name === relation) && !(relation in (document._templates ?? {}))
  );
  const { page } = document;
  const target = (href: string) => pathOf(withoutVariables(href));
  return (
    <div class="rest-links" role="group" aria-label="Links">
      {page && (
        <div class="rest-paging">
          {paging.map((name) => {
            const href = links.find(([relation]) => relation === name)?.[1].href ?? edgeOf(name, page, path);
            return (
              <button
                key={name}
                type="button"
                class="button small"
                disabled={href === undefined}
                onClick={() => href && open(target(href)!)}
              >
                {pageNames[name]}
              </button>
            );
          })}
          <span class="hint">{pageText(page)}</span>
          <label class="hint">
            items{" "}
            <select
              class="field small"
              value={String(page.size)}
              onChange={(event) => open(withParameter(path, "size", event.currentTarget.value))}
            >
              {[...new Set([5, 10, 20, 50, 100, page.size])].sort((a, b) => a - b).map((size) => (
                <option key={size} value={String(size)}>{size}</option>
              ))}
            </select>
          </label>
        </div>
      )}
      {others.map(([relation, { href }]) => {
        const names = variablesOf(href).filter((name) => !["page", "size", "sort", "projection"].includes(name));
        return names.length > 0
          ? <LinkForm key={relation} relation={relation} href={href} names={names} />
          : (
            <button key={relation + href} type="button" class="button small" onClick={() => open(target(href) ?? path)}>
              {relation}
            </button>
          );
      })}
    </div>
  );
}

function LinkForm(
  { relation, href, names }: { readonly relation: string; readonly href: string; readonly names: readonly string[] },
) {
  return (
    <form
      class="link-form"
      aria-label={relation}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        open(
          filtered(pathOf(href) ?? href, Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? "")]))),
        );
      }}
    >
      <b>{relation}</b>
      {names.map((name) => (
        <label key={name} class="hint">
          {name} <input class="field small" name={name} />
        </label>
      ))}
      <button type="submit" class="button small">Search</button>
    </form>
  );
}

function pageText({ number = 0, totalPages, totalElements }: NonNullable<HalDocument["page"]>): string {
  if (totalElements === undefined) return `page ${number + 1}`;
  return `page ${number + 1} of ${totalPages}, ${totalElements} in all`;
}

/** A problem as the service describes it. */
function Problem({ problem }: { readonly problem: Answer | Error }) {
  if (problem instanceof Error) return <p class="banner" role="alert">{problem.message}</p>;
  const { status, statusText, body, method, path } = problem;
  const { title, detail, type: _type, status: _status, instance: _instance, ...more } = body ?? {};
  return (
    <div class="banner rest-problem" role="alert">
      <b>{status} {textOf(title) || statusText}</b> <code>{method} {path}</code>
      {detail !== undefined && <p>{textOf(detail)}</p>}
      {Object.keys(more).length > 0 && <pre tabIndex={0}>{JSON.stringify(more, null, 2)}</pre>}
    </div>
  );
}
