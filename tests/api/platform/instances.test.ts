import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../src/shared/limits.ts';
import { type Api, type Call, createTestDatabase, startApi } from '../harness.ts';
import { newEmail } from '../mint.ts';
import { basic, machine } from '../profiles/service.ts';

// Two instances have one database, as two machines of the platform do. Here they also have one memory: that nothing is counted
// in it shows where the database has forgotten, and the limit with it.
let instances: readonly Api[];
const noon = new Date('2026-03-01T12:00:00Z');
beforeAll(async () => {
  const database = await createTestDatabase();
  const start = () => startApi({ database, now: () => noon });
  instances = [await start(), await start()];
});
afterAll(() => instances[0]?.close());

/** A call to each instance in turn. */
const inTurns = (): Call => {
  let made = 0;
  return (...args) => {
    const instance = instances[made % instances.length];
    made += 1;
    if (!instance) throw new Error('There is no instance.');
    return instance.call(...args);
  };
};

const forgetCounts = () => instances[0]?.rows('delete from rate_limits');

const statuses = async (count: number, make: () => ReturnType<Call>): Promise<number[]> => {
  const found: number[] = [];
  for (let made = 0; made < count; made += 1) found.push((await make()).status);
  return found;
};

test('what an address may do in a minute, it may do in all instances together', async () => {
  const call = inTurns();
  const most = limits.perAddress.customers;
  const options = { address: '198.51.100.1' };
  const signUp = () => call('POST', '/api/customers', { email: newEmail() }, options);
  expect(await statuses(most + 2, signUp)).toEqual([...Array<number>(most).fill(201), 429, 429]);
  await forgetCounts();
  expect(await statuses(2, signUp)).toEqual([201, 201]);
});

test('what is counted for a target is counted for it in all instances together', async () => {
  const call = inTurns();
  const most = limits.perTarget.customerEmail.hits;
  const email = newEmail();
  const signUp = () => call('POST', '/api/customers', { email });
  expect(await statuses(most + 2, signUp)).toEqual([...Array<number>(most).fill(201), 429, 429]);
  await forgetCounts();
  expect(await statuses(2, signUp)).toEqual([201, 201]);
});

test('an address that is locked out by one instance is locked out by the other, with the right secret, too', async () => {
  const call = inTurns();
  const from = (secret: string, address: string) => () =>
    call('GET', '/api/user-profiles/admin/statistics', undefined, {
      headers: basic(machine.name, secret),
      address,
    });
  const { hits } = limits.perTarget.serviceTries;
  expect(await statuses(hits, from('wrong', '198.51.100.2'))).toEqual(Array<number>(hits).fill(401));
  expect(await statuses(2, from(machine.secret, '198.51.100.2'))).toEqual([429, 429]);
  expect(await statuses(2, from(machine.secret, '198.51.100.3'))).toEqual([200, 200]);
  await forgetCounts();
  expect(await statuses(2, from(machine.secret, '198.51.100.2'))).toEqual([200, 200]);
});
