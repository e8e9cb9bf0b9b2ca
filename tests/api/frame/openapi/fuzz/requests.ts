import fc from 'fast-check';
import { bodyOf, type RequestBody } from './bodies.ts';
import { authorization, type Credentials, otherHeaders } from './headers.ts';
import { pathOf, queryOf } from './paths.ts';
import type { Target } from './target.ts';

export interface FuzzRequest extends Credentials, RequestBody {
  readonly path: string;
}

/** Formats a request for the message of a failed test. Cuts a long body. */
function readable(request: FuzzRequest): FuzzRequest {
  return Object.defineProperty(request, fc.toStringMethod, {
    value: () =>
      fc.stringify({
        ...request,
        ...(request.body && request.body.length > 600 && { body: `${request.body.slice(0, 600)}…` }),
      }),
    enumerable: false,
  });
}

function requestsTo(target: Target, paths: fc.Arbitrary<string>): fc.Arbitrary<FuzzRequest> {
  return fc
    .tuple(authorization, paths, bodyOf(target), otherHeaders)
    .map(([credentials, path, content, headers]) =>
      readable({
        caller: credentials.caller,
        path,
        body: content.body,
        headers: { ...headers, ...content.headers, ...credentials.headers },
      }),
    );
}

/** Generates requests of an operation: valid and invalid requests from its schemas, and successful ones with faulty bodies. */
export function requestsOf(target: Target): fc.Arbitrary<FuzzRequest> {
  const randomPaths = fc
    .tuple(pathOf(target), queryOf(target))
    .map(([path, query]) => (query === '' ? path : `${path}?${query}`));
  return fc.oneof(
    { arbitrary: requestsTo(target, randomPaths), weight: 2 * target.working.length + 1 },
    ...target.working.map((request) => ({
      arbitrary: requestsTo(
        { ...target, working: [request], keepsWorkingBody: true },
        fc.constant(request.path),
      ),
      weight: 1,
    })),
  );
}
