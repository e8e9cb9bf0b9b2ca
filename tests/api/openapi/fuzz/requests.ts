import fc from 'fast-check';
import { type Content, contentOf } from './contents.ts';
import { authorization, type By, further } from './headers.ts';
import { pathOf, queryOf } from './paths.ts';
import type { Target } from './target.ts';

/** What is sent. */
export interface Sent extends By, Content {
  readonly path: string;
}

/** A request as a failed test prints it: a long body is cut. */
const readable = (sent: Sent): Sent =>
  Object.defineProperty(sent, fc.toStringMethod, {
    value: () =>
      fc.stringify({
        ...sent,
        ...(sent.body && sent.body.length > 600 && { body: `${sent.body.slice(0, 600)}…` }),
      }),
    enumerable: false,
  });

const anyOf = (target: Target, to: fc.Arbitrary<string>): fc.Arbitrary<Sent> =>
  fc.tuple(authorization, to, contentOf(target), further).map(([by, path, sent, more]) =>
    readable({
      caller: by.caller,
      path,
      body: sent.body,
      headers: { ...more, ...sent.headers, ...by.headers },
    }),
  );

/**
 * Requests of one operation: made from its schemas, right ones and ones that are wrong in every place, and requests that
 * work, with one thing or another wrong in their body.
 */
export const requestsOf = (target: Target): fc.Arbitrary<Sent> => {
  const anywhere = fc
    .tuple(pathOf(target), queryOf(target))
    .map(([path, query]) => (query === '' ? path : `${path}?${query}`));
  return fc.oneof(
    { arbitrary: anyOf(target, anywhere), weight: 2 * target.working.length + 1 },
    ...target.working.map((request) => ({
      arbitrary: anyOf({ ...target, working: [request], isAsWorking: true }, fc.constant(request.path)),
      weight: 1,
    })),
  );
};
