import { expect, test } from 'vitest';
import { newSubscription, startSimulator } from './simulator-context.ts';

test('a report with too many records is refused on every page', async () => {
  const { simulator, call } = await startSimulator();
  simulator.set({ clock: '2025-08-04T12:00:00Z' });
  for (let count = 0; count < 3; count += 1) simulator.approve(await newSubscription(call));
  const report = (page: number) =>
    call(
      'GET',
      `/v1/reporting/transactions?start_date=2025-08-01T00:00:00Z&end_date=2025-08-31T23:59:59Z&page_size=1&page=${String(page)}`,
    );
  expect(await report(2)).toMatchObject({ status: 200, body: { total_items: 3, total_pages: 3 } });
  simulator.set({ reportLimit: 2 });
  for (const page of [1, 2])
    expect(await report(page)).toMatchObject({
      status: 400,
      body: { name: 'RESULTSET_TOO_LARGE', total_items: 3, maximum_items: 2 },
    });
  simulator.set({ reportLimit: 3 });
  expect((await report(1)).status).toBe(200);
});
