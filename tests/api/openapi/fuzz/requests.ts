import fc from 'fast-check';
import { type Content, contentOf } from './contents.ts';
import { authorization, type By, further } from './headers.ts';
import { pathOf, queryOf } from './paths.ts';
import type { Target } from './target.ts';

/** A request. */
export interface Sent extends By, Content {
  readonly path: string;
}

/** Formats a request for the message of a failed test. Cuts a long body. */
function readable(sent: Sent): Sent {
  return Object.defineProperty(sent, fc.toStringMethod, {
    value: () =>
      fc.stringify({
        ...sent,
        ...(sent.body && sent.body.length > 600 && { body: `${sent.body.slice(0, 600)}…` }),
      }),
    enumerable: false,
  });
}

function anyOf(target: Target, to: fc.Arbitrary<string>): fc.Arbitrary<Sent> {
  return fc.tuple(authorization, to, contentOf(target), further).map(([by, path, sent, more]) =>
    readable({
      caller: by.caller,
      path,
      body: sent.body,
      headers: { ...more, ...sent.headers, ...by.headers },
    }),
  );
}

/** Requests of an operation: valid and invalid ones from its schemas, and successful requests with faults in their body. */
export function requestsOf(target: Target): fc.Arbitrary<Sent> {
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
}
