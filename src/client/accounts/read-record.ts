import type * as z from 'zod/mini';
import { callAsViewer } from './call-as-viewer.ts';
import { wordsOf } from '../said-by-server.ts';

/** A record as it is now, or the text of why it cannot be had. */
export const readRecord = async <Row>(path: string, shape: z.ZodMiniType<Row>): Promise<Row | string> => {
  const answer = await callAsViewer('GET', path);
  const found = answer.ok ? shape.safeParse(answer.data).data : undefined;
  return found ?? wordsOf(answer);
};
