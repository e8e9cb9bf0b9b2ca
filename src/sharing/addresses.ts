import { site } from '../shared/site.ts';

/** A path of the site as its whole address, the one form that is published: `/` has its slash, others none. */
export const addressOf = (path: string): string => new URL(path, site.url).href;
