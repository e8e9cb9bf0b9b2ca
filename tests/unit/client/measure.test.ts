import { beforeEach, expect, test, vi } from 'vitest';
import { storeEvents, takeStoredEvents } from '../../../src/client/measure.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

test('takeStoredEvents returns the events of several pages in their order, and removes them', () => {
  storeEvents([['page_view', { page_path: '/' }]]);
  storeEvents([['consolidate_buy', {}]]);
  expect(takeStoredEvents().map(([name]) => name)).toEqual(['page_view', 'consolidate_buy']);
  expect(takeStoredEvents()).toEqual([]);
});

test('takeStoredEvents ignores invalid values in the storage', () => {
  for (const text of ['not JSON', '{}', '[1, ["page_view"], [2, {}]]']) {
    stored.set('events', text);
    expect(takeStoredEvents()).toEqual([]);
  }
});

test('without sessionStorage no events are stored or returned, and nothing throws', () => {
  vi.stubGlobal('sessionStorage', undefined);
  storeEvents([['page_view', {}]]);
  expect(takeStoredEvents()).toEqual([]);
});
