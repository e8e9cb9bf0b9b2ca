/** Values that the global setup provides to every test file. */
declare module 'vitest' {
  interface ProvidedContext {
    identityUrl: string;
    /** URL of the real PostgreSQL with the superuser's credentials. */
    postgresUrl: string;
  }
}

/** Project id of the Firebase emulator. */
export const projectId = 'demo-kithbook';

/** Template databases that test files copy: the first has only the tables, the second has the sample rows as well. */
export const migratedTemplate = 'template_migrated';
export const seededTemplate = 'template_seeded';
