import { beforeEach, expect, test, vi } from 'vitest';
import { keepEvents, takeKeptEvents } from '../../../src/client/measuring/kept-events.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('events kept by several pages are taken once, in their order', () => {
  keepEvents([['page_view', { page_path: '/' }]]);
  keepEvents([['consolidate_buy', {}]]);
  expect(takeKeptEvents().map(([name]) => name)).toEqual(['page_view', 'consolidate_buy']);
  expect(takeKeptEvents()).toEqual([]);
});

test('no event leaves no trace', () => {
  keepEvents([]);
  expect(takeKeptEvents()).toEqual([]);
  expect(kept.size).toBe(0);
});

test('whatever else stands in the storage is dropped', () => {
  for (const text of ['not JSON', '{}', '[1, ["page_view"], [2, {}]]']) {
    kept.set('events', text);
    expect(takeKeptEvents()).toEqual([]);
  }
});

test('a browser without storage keeps nothing, and nothing is thrown', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepEvents([['page_view', {}]]);
  expect(takeKeptEvents()).toEqual([]);
});
