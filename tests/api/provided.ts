/** What the global setup tells every test file. */
declare module 'vitest' {
  interface ProvidedContext {
    /** The file with the migrated and seeded embedded database. */
    dump: string;
    identityUrl: string;
    /** The real PostgreSQL, as its superuser. */
    postgresUrl: string;
  }
}

/** The demonstration project that the identity emulator serves. */
export const projectId = 'demo-kithbook';

/** The migrated database on the real PostgreSQL that test files copy. */
export const templateDatabase = 'template_migrated';
