/** Kysely's migrator, which runs migrations and keeps the record of them. */

/** Loads the migrator. */
export const loadMigrator: () => Promise<typeof import("kysely/migration")> = () => import("kysely/migration");
