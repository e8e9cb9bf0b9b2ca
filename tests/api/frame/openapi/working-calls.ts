import { adminCalls } from './admin-calls.ts';
import { moneyCalls } from './money-calls.ts';
import { ownAccountCalls, portalCalls } from './own-calls.ts';
import { peopleCalls } from './people-calls.ts';
import { profileCalls } from './profile-calls.ts';
import type { CallArguments, Caller, WorkingCalls } from './working-call.ts';

/** Returns a successful request of each call, by the call's name. Leaves out the two calls that need PayPal. */
export function workingCalls(caller: Caller): WorkingCalls {
  return {
    ...peopleCalls(caller),
    ...portalCalls(caller),
    ...ownAccountCalls(caller),
    ...profileCalls(caller, '/api'),
    ...profileCalls(caller, ''),
    ...moneyCalls(caller),
    ...adminCalls(caller),
  };
}

/** Prepares a call and returns its arguments. */
export async function prepareCall(calls: WorkingCalls, call: string): Promise<CallArguments> {
  const prepare = calls[call];
  if (!prepare) throw new Error(`There is no working call ${call}.`);
  return prepare();
}
