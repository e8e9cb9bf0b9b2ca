import { Problem } from '../../../src/shared/problems.ts';

/** What is at the bottom of an error, in the words of whoever met it: an error of the catalogue hides it in `cause`. */
export const whyOf = (error: unknown): string => {
  if (error instanceof Problem) return error.cause === undefined ? error.message : whyOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return whyOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return whyOf(error.cause);
  return error.message || ('code' in error ? String(error.code) : error.name);
};

/** Whether nobody listens at the address that was asked. */
export const isRefused = (error: unknown): boolean => /ECONNREFUSED|other side closed/.test(whyOf(error));

/** Whether the name of a host leads nowhere, or the network does. */
export const isUnreachable = (error: unknown): boolean =>
  /ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN/.test(whyOf(error));
