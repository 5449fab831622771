// deno-fmt-ignore-file
// deno-lint-ignore-file
// Written from the schema by the types task. Changes are lost: run the task again.
import { type Agrees, type Mappings, type Upload as UploadScalar$, mappings } from "@espalier/espalier/graphql";
import type { MedicalRecord } from "./medical_record.ts";

export type Upload = UploadScalar$;

/** The types of the schema, and what stands for them. */
export interface Models {
  MedicalRecord: MedicalRecord;
  Upload: Upload;
}

/** The fields of the schema's types; a field with arguments is a function of them. */
export interface Schema {
  MedicalRecord: {
    /** The cost of the treatment, in cents; null except for doctors. */
    costs: number | null;
    /** Hidden from nurses. */
    diagnosis: string | null;
    id: string;
    note: string;
    /** The account name of the patient. */
    patient: string;
    /** Size of the X-ray image in bytes; 0 without one. */
    xrayBytes: number;
  };
  Mutation: {
    /** Adds a line to the notes. */
    addNote(args: { id: string; note: string }): MedicalRecord;
    /** Puts an X-ray image on a record, and returns its size in bytes. */
    addXray(args: { id: string; image: Upload }): number;
    diagnose(args: { diagnosis: string; id: string }): MedicalRecord;
  };
  Query: {
    /** One record; null if it does not exist or the caller may not see it. */
    record(args: { id: string }): MedicalRecord | null;
    /** The records that the caller may see: patients see their own, nurses and doctors all. */
    records: readonly MedicalRecord[];
  };
}

/** Classes may lack fields, which then need a mapping, but must not contradict the schema. */
export const agrees: Agrees<Schema, Models> = true;
const decorators: Mappings<Schema, Models> = mappings();
export const QueryMapping: Mappings<Schema, Models>["QueryMapping"] = decorators.QueryMapping;
export const MutationMapping: Mappings<Schema, Models>["MutationMapping"] = decorators.MutationMapping;
export const SchemaMapping: Mappings<Schema, Models>["SchemaMapping"] = decorators.SchemaMapping;
export const BatchMapping: Mappings<Schema, Models>["BatchMapping"] = decorators.BatchMapping;
