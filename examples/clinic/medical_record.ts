import { entity, t } from "@espalier/espalier";
import { repository } from "@espalier/espalier/data";

/** What the clinic keeps of one treatment. */
export class MedicalRecord extends entity({
  id: t.id,
  /** Name of the account whose owner is treated. */
  patient: t.string,
  note: t.mutable(t.string),
  diagnosis: t.mutable(t.nullable(t.string)),
  /** What the treatment costs, in cents. */
  costs: t.mutable(t.nullable(t.int)),
  /** Size of the X-ray image in bytes. */
  xrayBytes: t.mutable(t.int),
}, { id: "id", table: "medical_records" }) {}

/** The records of the clinic. */
export class MedicalRecords extends repository(MedicalRecord) {}
