import { catalogue, type ProblemCode } from '../../shared/problems.ts';
import type { Access } from '../http/access.ts';
import type { Operation } from './operation.ts';

const always: readonly ProblemCode[] = [
  // A token that is sent is looked at, even where none is asked for.
  'sign-in-required',
  'auth-not-configured',
  'too-many-requests',
  'internal-error',
  'service-unavailable',
];
const ofBodies: readonly ProblemCode[] = ['request-malformed', 'media-type-unsupported', 'invalid'];

/** Every problem that a call may answer with, by HTTP status: its own, and those of its method, its access and its input. */
export const problemsOf = (
  method: string,
  { who }: Access,
  { problems = [], body, query, isVersioned }: Operation,
): ReadonlyMap<number, readonly ProblemCode[]> => {
  const codes = new Set([
    ...problems,
    ...always,
    ...(who === 'admin' ? (['admin-required'] as const) : []),
    // A body that is sent has a size, even where none is asked for.
    ...(method === 'GET' ? [] : (['body-too-large'] as const)),
    ...(body ? (body.problems ?? ofBodies) : []),
    ...(query ? (['invalid'] as const) : []),
    ...(isVersioned ? (['changed-meanwhile'] as const) : []),
  ]);
  return Map.groupBy(codes, (code) => catalogue[code].status);
};
