import { type Answer, json } from './answer.ts';

interface PageOfRows {
  /** The cursor of the next page, or null at the end. */
  readonly next: string | null;
  readonly total: string;
}

/** A page of a list, in JSON: its headers tell how many rows there are in all, and how to get the next ones. */
export const pageAnswer = (body: object, { next, total }: PageOfRows): Answer =>
  json(body, 200, { 'X-Total-Count': total, ...(next !== null && { 'X-Next-Cursor': next }) });
