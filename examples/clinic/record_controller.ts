import type { Upload } from "@espalier/espalier/graphql";
import { ResponseStatusError } from "@espalier/espalier/http";
import type { MedicalRecord, MedicalRecords } from "./medical_record.ts";
import { MutationMapping, QueryMapping } from "./schema.ts";
import type { XrayArchive } from "./xray_archive.ts";

/** Methods check no roles: the schema has the rules of fields, and `features.ts` those of rows. */
export class RecordController {
  readonly #records: MedicalRecords;
  readonly #xrays: XrayArchive;

  constructor(records: MedicalRecords, xrays: XrayArchive) {
    this.#records = records;
    this.#xrays = xrays;
  }

  @QueryMapping()
  records(): Promise<MedicalRecord[]> {
    return this.#records.findAll();
  }

  @QueryMapping("id")
  record(id: string): Promise<MedicalRecord | null> {
    return this.#records.findById(id);
  }

  @MutationMapping("id", "note")
  async addNote(id: string, note: string): Promise<MedicalRecord> {
    const record = await this.#existing(id);
    record.note = record.note === "" ? note : `${record.note}\n${note}`;
    return await this.#records.save(record);
  }

  @MutationMapping("id", "diagnosis")
  async diagnose(id: string, diagnosis: string): Promise<MedicalRecord> {
    const record = await this.#existing(id);
    record.diagnosis = diagnosis;
    return await this.#records.save(record);
  }

  @MutationMapping("id", "image")
  async addXray(id: string, image: Upload): Promise<number> {
    const record = await this.#existing(id);
    record.xrayBytes = await this.#xrays.keep(id, await image.open());
    await this.#records.save(record);
    return record.xrayBytes;
  }

  async #existing(id: string): Promise<MedicalRecord> {
    const record = await this.#records.findById(id);
    if (record === null) throw new ResponseStatusError(404, "There is no such record");
    return record;
  }
}
