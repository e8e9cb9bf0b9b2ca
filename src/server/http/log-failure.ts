import { errorFields } from '../../shared/error-fields.ts';
import type { RequestContext } from './types.ts';

/** Logs what failed once a call was answered, under the call's id: nobody else would hear of it. */
export const logFailure = (c: RequestContext, error: unknown): void => {
  c.get('log')({ level: 'error', requestId: c.get('context').requestId, ...errorFields(error) });
};
