import type { PageFacts } from './page-facts.ts';

/** What the global setup tells every test file. */
declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the production build. */
    files: string;
    /** Where that build is served, without functions behind it. */
    siteUrl: string;
    /** Every built page. */
    pages: readonly PageFacts[];
  }
}
