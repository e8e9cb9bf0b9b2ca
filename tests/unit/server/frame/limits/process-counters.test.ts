import { expect, test } from 'vitest';
import { targetCounter, createProcessCounters } from '../../../../../src/server/frame/limits/count-hit.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 12) + seconds * 1_000);
const limit = { hits: 2, windowSeconds: 60 };
const counter = (target: string, seconds: number) => targetCounter(target, limit, at(seconds));

const waitOf = (work: () => void): number | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: 'too-many-requests' });
    return (error as { readonly retryAfter: number }).retryAfter;
  }
};

test('a hit on a full counter is rejected until the window ends, and does not count on the call’s other counters', () => {
  const counters = createProcessCounters();
  const hit = (targets: readonly string[], seconds: number) =>
    waitOf(() => {
      counters.hit(
        targets.map((target) => counter(target, seconds)),
        at(seconds),
      );
    });
  expect([hit(['one', 'a'], 10), hit(['one', 'b'], 10)]).toEqual([undefined, undefined]);
  expect([hit(['one', 'c'], 20.5), hit(['one', 'c'], 59)]).toEqual([40, 1]);
  expect([hit(['c'], 59), hit(['c'], 59), hit(['c'], 59)]).toEqual([undefined, undefined, 1]);
  expect(hit(['one', 'c'], 60)).toBeUndefined();
});

test('a process raises its counter to the hits that the database counted for all processes', () => {
  const counters = createProcessCounters();
  const one = counter('one', 10);
  counters.hit([one], at(10));
  const take = (hits: number) =>
    waitOf(() => {
      counters.assertWithin([{ key: one.key, hits }], [one], at(10));
    });
  expect(take(2)).toBeUndefined();
  const again = waitOf(() => {
    counters.hit([one], at(10));
  });
  expect([again, take(3)]).toEqual([50, 50]);
});

test('each counter has its own limit, and a call over two limits waits for the later window', () => {
  const one = counter('one', 10);
  const two = targetCounter('two', { hits: 5, windowSeconds: 3_600 }, at(10));
  const take = (ones: number, twos: number) =>
    waitOf(() => {
      const found = [
        { key: one.key, hits: ones },
        { key: two.key, hits: twos },
      ];
      createProcessCounters().assertWithin(found, [one, two], at(10));
    });
  expect([take(2, 5), take(3, 5), take(2, 6), take(3, 6)]).toEqual([undefined, 50, 3_590, 3_590]);
});
