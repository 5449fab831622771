// deno-fmt-ignore-file
// deno-lint-ignore-file
// Written from the schema by the types task. Changes are lost: run the task again.
import type { ModelClasses } from "@espalier/espalier/graphql";
import { MedicalRecord } from "./medical_record.ts";

/** The classes that stand for types of the schema, for `graphql({ models })`. */
export const models: ModelClasses = {
  MedicalRecord: () => MedicalRecord,
};
