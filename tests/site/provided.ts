import type { Settings } from '../../stack/settings.ts';
import type { PageFacts } from './page-facts.ts';

/** What the global setup tells every test file. */
declare module 'vitest' {
  interface ProvidedContext {
    /** The settings of the build. */
    settings: Settings;
    /** The folder of the production build. */
    files: string;
    /** The folder of its pages as they were before the build steps, with all of their CSS. */
    wholePages: string;
    /** The folder of the bundled functions. */
    functions: string;
    /** A folder of this run, for copies of the project. */
    scratch: string;
    /** Where that build is served, without functions behind it. */
    siteUrl: string;
    /** Every built page. */
    pages: readonly PageFacts[];
  }
}
