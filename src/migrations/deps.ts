/** Kysely's migrator, which runs and records migrations. */

/** Loads the migrator. */
export const loadMigrator: () => Promise<typeof import("kysely/migration")> = () => import("kysely/migration");
