import { byteOrderMark } from '../../shared/csv.ts';
import { limits } from '../../shared/limits.ts';
import { withTimeLimit } from '../outbound/request-scope.ts';
import { type Answer, json } from './answer.ts';
import { logFailure } from './log.ts';
import type { RequestContext } from './types.ts';

/** A file name of today's: `affiliates-2026-03-01.csv`. */
const dated = (c: RequestContext, name: string, kind: string): string =>
  `${name}-${c.get('context').now.toISOString().slice(0, 10)}.${kind}`;

const attached = (file: string) => ({ 'Content-Disposition': `attachment; filename="${file}"` });

/** JSON that the browser saves as a file of today's date. */
export const downloadJson = <Json extends object>(
  c: RequestContext,
  name: string,
  data: Json,
): Answer<Json> => json(data, 200, attached(dated(c, name, 'json')));

const csv = (c: RequestContext, name: string, body: Answer['body']): Answer<never> => ({
  status: 200,
  headers: { 'Content-Type': 'text/csv; charset=utf-8', ...attached(dated(c, name, 'csv')) },
  body,
});

type Parts = Iterator<string> | AsyncIterator<string>;

const encoder = new TextEncoder();

/**
 * What a stream gives is asked for as the reader takes it, and asked no further when the reader goes. A part that fails
 * breaks it off, and is logged.
 */
const streamOf = (c: RequestContext, first: string, rest: Parts): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(encoder.encode(byteOrderMark + first));
    },
    pull: async (controller) => {
      // The reader may take its time, so each part has its own.
      const next = await withTimeLimit(limits.timeoutMs.call, async () => rest.next()).catch(
        (error: unknown) => {
          logFailure(c, error);
          throw error;
        },
      );
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel: async () => {
      await rest.return?.();
    },
  });

/** A CSV file of today's date for another system: without the mark that spreadsheets know UTF-8 by. */
export const downloadPlainCsv = (c: RequestContext, name: string, content: string): Answer<never> =>
  csv(c, name, content);

/**
 * A CSV file of today's date, streamed. Its first part is asked for before the answer begins, so that a failure there is
 * answered as an error; a later one breaks the download off.
 */
export const downloadCsv = async (
  c: RequestContext,
  name: string,
  content: string | AsyncIterator<string>,
): Promise<Answer<never>> => {
  const parts = typeof content === 'string' ? [content].values() : content;
  const first = await parts.next();
  return csv(c, name, streamOf(c, first.done ? '' : first.value, parts));
};
