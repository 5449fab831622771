/**
 * The explorer's program. It runs in the browser and needs nothing else: it asks for HAL documents, and shows their items
 * as a table and their links as buttons and forms.
 */
export const explorerScript = String.raw`"use strict";
const root = document.documentElement.dataset.root;
const find = (id) => document.getElementById(id);
const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

// Only the service's own documents are shown, whatever a link says.
function relative(href) {
  const url = new URL(href, location.origin);
  return url.origin === location.origin ? url.pathname + url.search : undefined;
}

function variablesOf(template) {
  return [...template.matchAll(/\{[?&]([^{}]*)\}/g)].flatMap((match) => match[1].split(","));
}

function expand(template, values) {
  return template.replace(/\{([?&])([^{}]*)\}/g, (_, operator, names) => {
    const pairs = names.split(",").map((name) => name.replace("*", "")).flatMap((name) =>
      (values[name] ?? []).filter((value) => value !== "").map((value) => name + "=" + encodeURIComponent(value)));
    return pairs.length === 0 ? "" : operator + pairs.join("&");
  });
}

function go(href) {
  const path = relative(href);
  if (path !== undefined) location.hash = path;
}

function linkButton(href, text) {
  return make("a", { href: "#" + (relative(href) ?? root), textContent: text });
}

function linkForm(rel, template) {
  const fields = variablesOf(template).map((name) => {
    const key = name.replace("*", "");
    return make("label", {}, key + " ", make("input", { name: key, size: 10, title: name.endsWith("*") ? "values separated by |" : "" }));
  });
  const form = make("form", {}, make("b", { textContent: rel }), ...fields, make("button", { textContent: "Go" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = {};
    for (const [name, value] of new FormData(form)) values[name] = value.split("|");
    go(expand(template, values));
  });
  return form;
}

function showLinks(links) {
  const entries = Object.entries(links ?? {}).flatMap(([rel, link]) => [link].flat().map((one) => [rel, one]));
  return entries.map(([rel, link]) => link.templated ? linkForm(rel, link.href) : make("p", {}, linkButton(link.href, rel)));
}

function shown(value) {
  if (value === null || value === undefined) return make("i", { textContent: "null" });
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function sortHeader(name) {
  const url = new URL(location.hash.slice(1), location.origin);
  const before = url.searchParams.get("sort");
  url.searchParams.set("sort", before === name + ",asc" ? name + ",desc" : name + ",asc");
  url.searchParams.delete("page");
  const mark = before === name + ",asc" ? " ↑" : before === name + ",desc" ? " ↓" : "";
  return make("th", {}, make("a", { href: "#" + url.pathname + url.search, textContent: name + mark }));
}

function itemTable(rel, items) {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((name) => !name.startsWith("_"));
  const rows = items.map((item) => make("tr", {},
    make("td", {}, item._links?.self ? linkButton(item._links.self.href, "open") : ""),
    ...columns.map((name) => make("td", {}, shown(item[name])))));
  const head = make("tr", {}, make("th", {}), ...columns.map(sortHeader));
  return make("section", {}, make("h2", { textContent: rel + " (" + items.length + ")" }),
    make("div", { className: "wide" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))));
}

function propertyTable(document_) {
  const rows = Object.entries(document_).filter(([name]) => !name.startsWith("_") && name !== "page")
    .map(([name, value]) => make("tr", {}, make("th", { textContent: name }), make("td", {}, shown(value))));
  return rows.length === 0 ? [] : [make("table", {}, make("tbody", {}, ...rows))];
}

function pageText(page) {
  if (page === undefined) return "";
  const total = page.totalElements === undefined ? "" : ", " + page.totalElements + " items on " + page.totalPages + " pages";
  return "Page " + page.number + ", " + page.size + " items each" + total;
}

let latest = 0;
async function show() {
  const turn = ++latest;
  const path = relative(location.hash.slice(1) || root) ?? root;
  find("address").value = path;
  const response = await fetch(path, { headers: { accept: "application/hal+json, application/json;q=0.9, */*;q=0.1" } });
  const text = await response.text();
  // A slow answer must not replace that of a later click.
  if (turn !== latest) return;
  let body;
  try { body = JSON.parse(text); } catch { body = undefined; }
  const isDocument = typeof body === "object" && body !== null && !Array.isArray(body);
  find("status").textContent = response.status + " " + response.statusText + " · " + (response.headers.get("content-type") ?? "");
  find("page").textContent = isDocument ? pageText(body.page) : "";
  find("links").replaceChildren(...(isDocument ? showLinks(body._links) : []));
  const embedded = isDocument ? Object.entries(body._embedded ?? {}) : [];
  find("content").replaceChildren(
    ...(isDocument ? propertyTable(body) : []),
    ...embedded.map(([rel, items]) => itemTable(rel, [items].flat())));
  find("source").textContent = body === undefined ? text : JSON.stringify(body, null, 2);
}

find("go").addEventListener("submit", (event) => { event.preventDefault(); go(find("address").value); });
addEventListener("hashchange", show);
show();
`;
