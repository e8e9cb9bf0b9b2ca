import { expect, test } from 'vitest';
import { axisTicks } from '../../../src/islands/ui/BarChart.tsx';

test.each([
  [
    [0, 0],
    [0, 100],
  ],
  [[12_50], [0, 500, 1_000, 1_500]],
  [
    [259_00, 40_00],
    [0, 100_00, 200_00, 300_00],
  ],
  [
    [600, -300],
    [-500, 0, 500, 1_000],
  ],
])('the axis of %j cents has the ticks %j', (cents, ticks) => {
  expect(axisTicks(cents, 100)).toEqual(ticks);
});
