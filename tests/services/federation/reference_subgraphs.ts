import { type ContainerModule, controller, param, QueryMapping, SchemaMapping, t } from "@espalier/espalier";
import { EntityMapping, required } from "@espalier/espalier/federation";

const dimensions = { size: "small", weight: 1, unit: "kg" };
const research = [
  { study: { caseNumber: "1234", description: "Federation Study" }, outcome: null },
  { study: { caseNumber: "1235", description: "Studio Study" }, outcome: null },
];
const user = {
  email: "support@apollographql.com",
  name: "Jane Smith",
  totalProductsCreated: 1337,
  yearsOfEmployment: 10,
};
const deprecated = {
  sku: "apollo-federation-v1",
  package: "@apollo/federation-v1",
  reason: "Migrate to Federation V2",
  createdBy: user,
};
const common = { dimensions, createdBy: user, notes: null };
const products = [
  {
    ...common,
    id: "apollo-federation",
    sku: "federation",
    package: "@apollo/federation",
    variation: { id: "OSS" },
    research: [research[0]],
  },
  {
    ...common,
    id: "apollo-studio",
    sku: "studio",
    package: "",
    variation: { id: "platform" },
    research: [research[1]],
  },
];

/** The subgraph that implementors of the compatibility tests write. */
class ProductController {
  @QueryMapping({ params: [param.argument("id", t.id)] })
  product(id: string) {
    return products.find((product) => product.id === id) ?? null;
  }
  @QueryMapping({ params: [param.argument("sku", t.string), param.argument("package", t.string)] })
  deprecatedProduct(sku: string, name: string) {
    return sku === deprecated.sku && name === deprecated.package ? deprecated : null;
  }
  @EntityMapping({ typeName: "Product", params: [param.argument("idList", t.list(t.id))] })
  byId(ids: readonly string[]) {
    return ids.map((id) => this.product(id));
  }
  @EntityMapping({
    typeName: "Product",
    params: [param.argument("sku", t.string), param.argument("package", t.string)],
  })
  byPackage(sku: string, name: string) {
    return products.find((product) => product.sku === sku && product.package === name) ?? null;
  }
  @EntityMapping({ typeName: "Product", params: [param.arguments()] })
  byVariation({ sku, variation }: Readonly<Record<string, unknown>>) {
    const { id } = variation as { readonly id: string };
    return products.find((product) => product.sku === sku && product.variation.id === id) ?? null;
  }
  @EntityMapping({
    typeName: "DeprecatedProduct",
    params: [param.argument("sku", t.string), param.argument("package", t.string)],
  })
  deprecatedByPackage(sku: string, name: string) {
    return this.deprecatedProduct(sku, name);
  }
  @EntityMapping({ params: [param.arguments()] })
  productResearch({ study }: Readonly<Record<string, unknown>>) {
    const { caseNumber } = study as { readonly caseNumber: string };
    return research.find((each) => each.study.caseNumber === caseNumber) ?? null;
  }
  @EntityMapping({ params: [param.argument("email", t.id)] })
  user(email: string) {
    return email === user.email ? { ...user } : null;
  }
  @EntityMapping({ params: [param.argument("id", t.id)] })
  inventory(id: string) {
    return { id, deprecatedProducts: [deprecated] };
  }
  @SchemaMapping({
    typeName: "User",
    params: [
      param.environment(),
      required("totalProductsCreated", t.nullable(t.int)),
      required("yearsOfEmployment", t.nullable(t.int)),
    ],
  })
  averageProductsCreatedPerYear(
    { source }: { readonly source: unknown },
    total: number | null,
    years: number | null,
  ): number | null {
    // The user of a product is known here as a whole.
    const { totalProductsCreated, yearsOfEmployment } = source as typeof user;
    const [all, in_] = [total ?? totalProductsCreated, years ?? yearsOfEmployment];
    return all ? Math.round(all / in_) : null;
  }
}

class UserController {
  @EntityMapping({ params: [param.argument("email", t.id)] })
  user(email: string) {
    return email === user.email ? { ...user, name: "Jane of users", totalProductsCreated: 4 } : null;
  }
}

class OpenSourceInventory {
  readonly products = products.map(({ id }) => ({ id }));
  constructor(readonly id: string) {}
}
class InventoryController {
  @QueryMapping({ params: [param.argument("id", t.id)] })
  inventory(id: string) {
    return new OpenSourceInventory(id);
  }
  @EntityMapping({ typeName: "Inventory", params: [param.argument("id", t.id)] })
  inventoryById(id: string) {
    return new OpenSourceInventory(id);
  }
  @EntityMapping({ params: [param.argument("id", t.id)] })
  product(id: string) {
    return { id };
  }
  @SchemaMapping({
    typeName: "Product",
    params: [required("dimensions", t.unknown), param.argument("zip", t.nullable(t.string))],
  })
  delivery(dimensions: unknown, zip: string | null) {
    const { size } = dimensions as { readonly size: string };
    return { estimatedDelivery: size === "small" ? `6/25 ${zip}` : "7/1", fastestDelivery: "6/24" };
  }
}

/** The three subgraphs by name: their controllers, and where their schemas are in the package. */
export const referenceSubgraphs: readonly {
  readonly name: string;
  readonly schema: string;
  readonly module: ContainerModule;
}[] = [
  { name: "products", schema: "products.graphql", module: controller(ProductController) },
  { name: "users", schema: "dist/subgraphs/users/users.graphql", module: controller(UserController) },
  { name: "inventory", schema: "dist/subgraphs/inventory/inventory.graphql", module: controller(InventoryController) },
];
