import { Hono } from 'hono';
import { z } from 'zod';
import { present, type World } from '../world.ts';
import { invalidRequest, resultSetTooLarge } from './api-error.ts';
import { parse } from './body.ts';
import { bearer, feature } from './oauth.ts';
import { reportTime, transactionDetail, transactionsOf } from './transactions.ts';

const longestRangeMs = 31 * 24 * 60 * 60 * 1_000;

/** The most records that one question may find. */
const mostRecords = 10_000;

const querySchema = z.object({
  start_date: z.iso.datetime({ offset: true }),
  end_date: z.iso.datetime({ offset: true }),
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
});

/** The Transaction Search API: for the server only. */
export const transactionRoutes = (world: World): Hono => {
  const app = new Hono();

  app.get(
    '/v1/reporting/transactions',
    bearer(world, 'server'),
    feature(world, 'transaction-search'),
    (c) => {
      const query = parse(querySchema, c.req.query(), 'query');
      const [start, end] = [Date.parse(query.start_date), Date.parse(query.end_date)];
      if (end < start || end - start > longestRangeMs)
        throw invalidRequest([
          {
            field: 'end_date',
            location: 'query',
            issue: 'INVALID_DATE_RANGE',
            description: 'At most 31 days.',
          },
        ]);
      const found = transactionsOf(world).filter(
        ({ time }) => Date.parse(time) >= start && Date.parse(time) <= end,
      );
      const most = world.switches.reportLimit ?? mostRecords;
      if (found.length > most) throw resultSetTooLarge(found.length, most);
      const pageSize = world.switches.reportPageSize ?? query.page_size;
      const first = (query.page - 1) * pageSize;
      return c.json({
        transaction_details: found
          .slice(first, first + pageSize)
          .map((transaction) => transactionDetail(world, transaction)),
        account_number: world.settings.merchantId,
        start_date: reportTime(query.start_date),
        end_date: reportTime(query.end_date),
        last_refreshed_datetime: reportTime(present(world).toISOString()),
        page: query.page,
        total_items: found.length,
        total_pages: Math.max(1, Math.ceil(found.length / pageSize)),
        links: [{ href: c.req.url, rel: 'self', method: 'GET' }],
      });
    },
  );
  return app;
};
