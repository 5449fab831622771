import { entity, t } from "@espalier/espalier";
import { repository } from "@espalier/espalier/data";

/** The record of one treatment. */
export class MedicalRecord extends entity({
  id: t.id,
  /** The account name of the patient. */
  patient: t.string,
  note: t.mutable(t.string),
  diagnosis: t.mutable(t.nullable(t.string)),
  /** The cost of the treatment, in cents. */
  costs: t.mutable(t.nullable(t.int)),
  /** Size of the X-ray image in bytes. */
  xrayBytes: t.mutable(t.int),
}, { id: "id", table: "medical_records" }) {}

/** The records of the clinic. */
export class MedicalRecords extends repository(MedicalRecord) {}
