import { byteOrderMark } from '../../../shared/csv.ts';
import { limits } from '../../../shared/limits.ts';
import { withTimeLimit } from '../outbound/request-scope.ts';
import { type Answer, json } from './answer.ts';
import { logFailure } from './log.ts';
import type { RequestContext } from './types.ts';

/**
 * Answers with a CSV file, streamed. It reads the first part before the answer begins, so a failure there is an error
 * answer. A later failure aborts the download.
 */
export async function downloadCsv(
  c: RequestContext,
  name: string,
  content: string | AsyncIterator<string>,
): Promise<Answer<never>> {
  const parts = typeof content === 'string' ? [content].values() : content;
  const first = await parts.next();
  return csvAnswer(c, name, streamParts(c, first.done ? '' : first.value, parts));
}

/** Answers with a CSV file for another system, without the byte order mark that spreadsheets need. */
export function downloadPlainCsv(c: RequestContext, name: string, content: string): Answer<never> {
  return csvAnswer(c, name, content);
}

/** Answers with JSON that the browser saves as a file. */
export function downloadJson<Json extends object>(c: RequestContext, name: string, data: Json): Answer<Json> {
  return json(data, 200, attachment(c, name, 'json'));
}

/** Answers with a text file of this name. */
export function downloadText(name: string, content: string): Answer<never> {
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  };
  return { status: 200, headers, body: content };
}

function csvAnswer(c: RequestContext, name: string, body: Answer['body']): Answer<never> {
  const headers = { 'Content-Type': 'text/csv; charset=utf-8', ...attachment(c, name, 'csv') };
  return { status: 200, headers, body };
}

/** Returns the header that names a file of today: `affiliates-2026-03-01.csv`. */
function attachment(c: RequestContext, name: string, extension: string) {
  const today = c.get('context').now.toISOString().slice(0, 10);
  return { 'Content-Disposition': `attachment; filename="${name}-${today}.${extension}"` };
}

const encoder = new TextEncoder();

/** Streams parts as the reader takes them, and stops when the reader leaves. A failure is logged and ends the stream. */
function streamParts(
  c: RequestContext,
  firstPart: string,
  laterParts: Iterator<string> | AsyncIterator<string>,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(encoder.encode(byteOrderMark + firstPart));
    },
    pull: async (controller) => {
      // Each part has a time limit of its own, because a reader may be slow.
      const next = await withTimeLimit(limits.timeoutMs.call, async () => laterParts.next()).catch(
        (error: unknown) => {
          logFailure(c, error);
          throw error;
        },
      );
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel: async () => {
      await laterParts.return?.();
    },
  });
}
