/**
 * When the newest migration was made that this version needs, as the database notes it: `when` of
 * its journal, in milliseconds since 1970.
 */
export const schemaVersion = 1_795_806_069_665;
