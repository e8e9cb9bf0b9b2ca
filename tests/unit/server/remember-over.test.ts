import { expect, test } from 'vitest';
import { counterOf, rememberOver } from '../../../src/server/domain/operations/count-hit.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, seconds));
const limit = { hits: 2, windowSeconds: 60 };
const refusal = { code: 'too-many-requests' };

test('a counter that was over its limit is refused until its window ends, and no other one', () => {
  const memory = rememberOver();
  const [one, other] = [counterOf('one', limit, at(10)), counterOf('other', limit, at(10))];
  memory.assertWithin(
    [
      { key: one.key, hits: 2 },
      { key: other.key, hits: 2 },
    ],
    [one, other],
    at(10),
  );
  memory.assertNotOver([one, other], at(20));
  expect(() => {
    memory.assertWithin([{ key: one.key, hits: 3 }], [one, other], at(20));
  }).toThrow(expect.objectContaining({ ...refusal, retryAfter: 40 }) as Error);
  memory.assertNotOver([other], at(30));
  expect(() => {
    memory.assertNotOver([counterOf('one', limit, at(59)), other], at(59));
  }).toThrow(expect.objectContaining({ ...refusal, retryAfter: 1 }) as Error);
  memory.assertNotOver([counterOf('one', limit, at(60))], at(60));
});

test('the memory has an end: with one too many it begins anew', () => {
  const memory = rememberOver(2);
  const counters = ['a', 'b', 'c'].map((target) => counterOf(target, limit, at(0)));
  const [a, b, c] = counters;
  const isKnown = (counter: typeof a) => {
    try {
      memory.assertNotOver(counter ? [counter] : [], at(0));
      return false;
    } catch {
      return true;
    }
  };
  for (const counter of counters)
    expect(() => {
      memory.assertWithin([{ key: counter.key, hits: 3 }], [counter], at(0));
    }).toThrow();
  expect([a, b, c].map(isKnown)).toEqual([false, false, true]);
});
