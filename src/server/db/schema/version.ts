/**
 * The time of the newest migration that this version needs: `when` in drizzle/migrations/meta/_journal.json, in
 * milliseconds since 1970. The database stores it, too.
 */
export const schemaVersion = 1_795_824_560_470;
