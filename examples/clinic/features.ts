import { bean, type ContainerModule, controller, data, graphql } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database, where } from "@espalier/espalier/data";
import { uploads } from "@espalier/espalier/graphql";
import { exportRepository, rest } from "@espalier/espalier/rest";
import {
  anyOf,
  audit,
  budget,
  hasRole,
  jwt,
  type JwtOptions,
  permitAll,
  type Principal,
  propertyRules,
  rowRules,
  security,
  visibility,
} from "@espalier/espalier/security";
import { MedicalRecord, MedicalRecords } from "./medical_record.ts";
import { RecordController } from "./record_controller.ts";
import { models } from "./schema_models.ts";
import { XrayArchive } from "./xray_archive.ts";

/**
 * The features of the clinic, for `createContainer`.
 *
 * @param identity the OpenID provider whose tokens are accepted, with roles in the claim `roles`
 * @param databaseUrl the database
 */
export function features(identity: JwtOptions, databaseUrl = "sqlite::memory:"): readonly ContainerModule[] {
  return [
    graphql({ models }),
    uploads(),
    data({ url: databaseUrl, entities: [MedicalRecord] }),
    bean(MedicalRecords, Database),
    bean(XrayArchive),
    controller(RecordController, MedicalRecords, XrayArchive),
    rest(),
    // Rules for REST; the schema has those for GraphQL.
    exportRepository(MedicalRecords, {
      path: "records",
      rel: "records",
      writable: { create: true, update: true },
      access: {
        read: anyOf(hasRole("patient"), hasRole("nurse"), hasRole("doctor")),
        create: hasRole("doctor"),
        update: hasRole("doctor"),
      },
    }),
    // The records that a principal may see, over every API.
    rowRules(MedicalRecord, ({ principal }) => isStaff(principal) || where("patient").is(principal.name)),
    // Only doctors see and change the cost of a treatment: in documents, filters, sorts and fields.
    propertyRules(MedicalRecord, { costs: { read: hasRole("doctor"), write: hasRole("doctor"), refused: "null" } }),
    // For nurses, the property does not exist in schemas, documents, filters and sorts.
    visibility({
      profiles: { doctor: {}, patient: {}, nurse: { hide: ["MedicalRecord.diagnosis", "Mutation.diagnose"] } },
      choose: ({ roles }) => roles.has("doctor") ? "doctor" : roles.has("patient") ? "patient" : "nurse",
    }),
    // Records changes in their transaction; auditors read them at /actuator/auditevents.
    audit({ authentication: "all" }),
    // Limits each account: ten thousand values at once, a thousand per second.
    budget({ capacity: 10_000, perSecond: 1_000 }),
    actuator(),
    security({
      schemes: [jwt({ rolesClaim: "roles", ...identity })],
      paths: { "/actuator/health": permitAll(), "/actuator/{*path}": hasRole("auditor") },
    }),
  ];
}

function isStaff({ roles }: Principal): boolean {
  return roles.has("nurse") || roles.has("doctor");
}
