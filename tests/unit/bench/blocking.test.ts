import { describe, expect, test } from 'vitest';
import { blockingTime, type TraceEvent } from '../../bench/blocking.ts';

const url = 'https://localhost:4321/why';
const main = { ph: 'X', pid: 7, tid: 1 };
const parse: TraceEvent = { ...main, name: 'ParseHTML', ts: 0, args: { beginData: { url } } };
/** The first paint, before every task. */
const paint: TraceEvent = { ...main, ph: 'I', name: 'firstContentfulPaint', ts: 0 };
const page = [parse, paint];
/** A task of the page's main thread. Times are in milliseconds. */
const task = (start: number, clockTime: number, processorTime?: number): TraceEvent => ({
  ...main,
  name: 'RunTask',
  ts: start * 1000,
  dur: clockTime * 1000,
  ...(processorTime !== undefined && { tdur: processorTime * 1000 }),
});
const layout = (start: number): TraceEvent => ({
  ...main,
  name: 'Layout',
  ts: start * 1000,
  dur: 1000,
  tdur: 1000,
});

describe('the blocking time of a page', () => {
  test('counts a task of 20 ms as 80 ms on the phone, which blocks for 30 ms', () => {
    expect(blockingTime([...page, task(1, 20, 20)], url)).toBe(30);
  });

  test('does not include time that a task waits for a processor', () => {
    expect(blockingTime([...page, task(1, 40, 12)], url)).toBe(0);
  });

  test('counts a task with a layout twice instead of four times, and adds the tasks up', () => {
    const events = [...page, task(0, 30, 30), layout(29), task(30, 30, 30), task(60, 20, 15)];
    expect(blockingTime(events, url)).toBe(10 + 70 + 10);
  });

  test('uses the clock time if the trace has no processor time', () => {
    expect(blockingTime([...page, task(1, 15)], url)).toBe(10);
  });

  test('ignores other threads and processes', () => {
    const other = { ...task(1, 90, 90), tid: 2 };
    expect(blockingTime([...page, other, { ...other, tid: 1, pid: 8 }], url)).toBe(0);
  });

  test('ignores tasks before the first paint, and counts the part of a task after it', () => {
    const latePaint = { ...paint, ts: 60_000 };
    expect(blockingTime([parse, latePaint, task(0, 40, 40), task(50, 40, 40)], url)).toBe(70);
  });

  test('throws for a trace without the page or its first paint', () => {
    expect(() => blockingTime(page, 'https://localhost:4321/buy')).toThrow('has no such page');
    expect(() => blockingTime([parse], url)).toThrow('has no first paint');
  });
});
