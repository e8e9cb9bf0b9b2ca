/** What the global setup tells every test file. */
declare module 'vitest' {
  interface ProvidedContext {
    identityUrl: string;
    /** The real PostgreSQL, as its superuser. */
    postgresUrl: string;
  }
}

/** The demonstration project that the identity emulator serves. */
export const projectId = 'demo-kithbook';

/** The databases on the tests' PostgreSQL that test files copy: with tables alone, and with the sample rows as well. */
export const migratedTemplate = 'template_migrated';
export const seededTemplate = 'template_seeded';
