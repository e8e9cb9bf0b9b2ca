import type { Request } from './types.ts';

interface PageOfRows {
  /** The cursor of the next page, or null at the end. */
  readonly next: string | null;
  readonly total: string;
}

/** Tells of a page of a list how many rows there are in all, and how to get the next ones. */
export const setPage = (c: Request, { next, total }: PageOfRows): void => {
  c.header('X-Total-Count', total);
  if (next !== null) c.header('X-Next-Cursor', next);
};
