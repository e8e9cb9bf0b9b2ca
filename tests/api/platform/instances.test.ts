import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../src/shared/limits.ts';
import { type Api, type Call, createTestDatabase, startApi } from '../harness.ts';
import { newEmail } from '../factories.ts';

// Two instances share a database, like two machines of Netlify. Here they also share memory. To show that no counter is in memory,
// the tests delete the counters in the database and expect that the limits start again.
let instances: readonly Api[];
const noon = new Date('2026-03-01T12:00:00Z');
beforeAll(async () => {
  const database = await createTestDatabase();
  const start = () => startApi({ database, now: () => noon });
  instances = [await start(), await start()];
});
afterAll(() => instances[0]?.close());

/** Returns a function that calls the instances alternately. */
function alternate(): Call {
  let callCount = 0;
  return (...args) => {
    const instance = instances[callCount % instances.length];
    callCount += 1;
    if (!instance) throw new Error('There is no instance.');
    return instance.call(...args);
  };
}

function deleteCounters() {
  return instances[0]?.rows('delete from rate_limits');
}

/** Makes the calls one after another, and returns their statuses. */
async function statuses(count: number, make: () => ReturnType<Call>): Promise<number[]> {
  const results: number[] = [];
  for (let turn = 0; turn < count; turn += 1) results.push((await make()).status);
  return results;
}

test('the limit of an address counts for all instances together', async () => {
  const call = alternate();
  const limit = limits.perNetwork.customers;
  const options = { address: '198.51.100.1' };
  const signUp = () => call('POST', '/api/customers', { email: newEmail() }, options);
  expect(await statuses(limit + 2, signUp)).toEqual([...Array<number>(limit).fill(201), 429, 429]);
  await deleteCounters();
  expect(await statuses(2, signUp)).toEqual([201, 201]);
});
