import { describe, expect, test } from 'vitest';
import { blockingTime, type TraceEvent } from '../../bench/blocking.ts';

const url = 'https://localhost:4321/why';
const main = { ph: 'X', pid: 7, tid: 1 };
const parse: TraceEvent = { ...main, name: 'ParseHTML', ts: 0, args: { beginData: { url } } };
/** The first paint comes before every task here but those of the test that says otherwise. */
const paint: TraceEvent = { ...main, ph: 'I', name: 'firstContentfulPaint', ts: 0 };
const page = [parse, paint];
/** A task of the page's main thread; times in milliseconds. */
const task = (at: number, clock: number, processor?: number): TraceEvent => ({
  ...main,
  name: 'RunTask',
  ts: at * 1000,
  dur: clock * 1000,
  ...(processor !== undefined && { tdur: processor * 1000 }),
});
const layout = (at: number): TraceEvent => ({
  ...main,
  name: 'Layout',
  ts: at * 1000,
  dur: 1000,
  tdur: 1000,
});

describe('what a page blocks by the processor', () => {
  test('a task of 20 ms is one of 80 on the phone: it blocks for 30', () => {
    expect(blockingTime([...page, task(1, 20, 20)], url)).toBe(30);
  });

  test('what it waited for a processor is not its own', () => {
    expect(blockingTime([...page, task(1, 40, 12)], url)).toBe(0);
  });

  test('a task that lays out is slowed by half of that, and tasks add up', () => {
    const events = [...page, task(0, 30, 30), layout(29), task(30, 30, 30), task(60, 20, 15)];
    expect(blockingTime(events, url)).toBe(10 + 70 + 10);
  });

  test('the clock counts where the processor was not asked', () => {
    expect(blockingTime([...page, task(1, 15)], url)).toBe(10);
  });

  test('other threads and processes are not the page', () => {
    const other = { ...task(1, 90, 90), tid: 2 };
    expect(blockingTime([...page, other, { ...other, tid: 1, pid: 8 }], url)).toBe(0);
  });

  test('what comes before the first paint counts for that, and of a task that it falls into the rest', () => {
    const painted = { ...paint, ts: 60_000 };
    expect(blockingTime([parse, painted, task(0, 40, 40), task(50, 40, 40)], url)).toBe(70);
  });

  test('a recording without the page or its first paint says so', () => {
    expect(() => blockingTime(page, 'https://localhost:4321/buy')).toThrow('has no such page');
    expect(() => blockingTime([parse], url)).toThrow('has no first paint');
  });
});
