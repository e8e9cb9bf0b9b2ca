import { callNames } from '../../../call-names.ts';
import { type CallArguments, exampleRequest, routeOf } from '../../example-request.ts';
import { adminRecords } from './admin-records.ts';
import { moneyRecords } from './money-records.ts';
import { ownRecords } from './own-records.ts';
import { peopleRecords, profileRecords } from './people-records.ts';
import type { Caller, Prepare } from './working-call.ts';

/** For each call, a function that creates its records and returns its arguments. So a test can measure only the call. */
export type WorkingCalls = Readonly<Record<string, () => CallArguments | Promise<CallArguments>>>;

/** The calls that fail unless PayPal has a matching record. */
export const paypalCalls: readonly string[] = ['POST /api/purchase/track', 'POST /api/paypal/webhook'];

/** Returns a successful request of each call, by the call's name. Leaves out `paypalCalls`. */
export function workingCalls(caller: Caller): WorkingCalls {
  const records: Readonly<Record<string, Prepare>> = {
    ...peopleRecords(caller),
    ...profileRecords(caller, '/api'),
    ...profileRecords(caller, ''),
    ...ownRecords(caller),
    ...moneyRecords(caller),
    ...adminRecords(caller),
  };
  const calls = callNames.filter((call) => !paypalCalls.includes(call));
  return Object.fromEntries(calls.map((call) => [call, () => workingRequest(call, caller, records[call])]));
}

/** Returns a call's request. By default an admin makes it, unless everybody may or it needs a buyer's session. */
async function workingRequest(
  call: string,
  { admin }: Caller,
  prepare: Prepare = () => ({}),
): Promise<CallArguments> {
  const { access } = routeOf(call);
  const needsToken = access !== 'public' && access !== 'buyer';
  return exampleRequest(call, { ...(needsToken && { token: admin }), ...(await prepare()) });
}

/** Prepares a call and returns its arguments. */
export async function prepareCall(calls: WorkingCalls, call: string): Promise<CallArguments> {
  const prepare = calls[call];
  if (!prepare) throw new Error(`There is no working call ${call}.`);
  return prepare();
}
