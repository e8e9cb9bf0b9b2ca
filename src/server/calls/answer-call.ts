import { randomUUID } from 'node:crypto';
import { limits } from '../../shared/limits.ts';
import { newContext, type Services } from '../context.ts';
import { type Answer, toResponse } from '../http/answer.ts';
import type { Handler } from '../http/calls.ts';
import { errorFields } from '../../shared/error-fields.ts';
import { problemAnswer, toProblem } from '../http/errors.ts';
import { networkOf } from '../http/network-of.ts';
import type { Log, Request } from '../http/types.ts';
import { withinTime } from '../outbound/piece.ts';
import { askedFields, logTrouble, serverTiming, tenths } from './log.ts';
import { limitSize } from './size-limit.ts';

/** What the work comes to; whatever it throws is answered in the API's one error shape. */
const answerOf = async (c: Request, work: Handler): Promise<Answer> => {
  try {
    // A GET has no body, and a promise for nothing would cost it as much as its routing.
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') await limitSize(c);
    return await work(c);
  } catch (error) {
    return { ...problemAnswer(c, toProblem(error)), error };
  }
};

/**
 * The way of every call: an id (answered as X-Request-Id), its context, a time for answers from outside, its size, the
 * work, and its answer. Callers who are signed in are told how long it took. Logs one line without personal data, with
 * `route` instead of the path, after a line for each question to others that failed or was slow.
 */
export const answerCalls =
  (log: Log, services: Services) =>
  (c: Request, route: string, work: Handler): Promise<Response> => {
    const start = performance.now();
    const requestId = randomUUID();
    const { address } = { address: '', ...c.env };
    c.set('log', log);
    c.set('context', newContext(services, requestId, networkOf(address)));

    return withinTime(
      limits.outsideMs.call,
      async (asked) => {
        const answer = await answerOf(c, work);
        const ms = tenths(performance.now() - start);
        const response = toResponse(answer, {
          'X-Request-Id': requestId,
          // How much the server asked can tell a stranger what is known about a person.
          ...(c.get('context').actor.kind !== 'anonymous' && { 'Server-Timing': serverTiming(ms, asked) }),
        });
        log({
          level: answer.status >= 500 ? 'error' : 'info',
          requestId,
          method: c.req.method,
          route,
          status: answer.status,
          ms,
          ...askedFields(asked),
          ...(answer.error !== undefined && errorFields(answer.error)),
        });
        return response;
      },
      logTrouble(log, { requestId }),
    );
  };
