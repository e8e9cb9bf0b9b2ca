import { holdRelease, paymentAdjustment, reattributionInput } from '../../shared/schemas/purchase-admin.ts';
import { adjustPayment } from '../purchases/adjust-payment.ts';
import { listPurchases, purchaseListQuery } from '../purchases/list-purchases.ts';
import { reattributePurchase } from '../purchases/reattribute-purchase.ts';
import { releaseHold } from '../purchases/release-hold.ts';
import { showPurchase } from '../purchases/show-purchase.ts';
import { latestReport } from '../reconciliation/latest-report.ts';
import { json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { readJson, readQuery } from '../http/input.ts';
import { pageAnswer } from '../http/page.ts';
import { recordId } from '../http/record-id.ts';
import { expectedVersion, recordAnswer } from '../http/versions.ts';

/** Purchases as admins look into them and put them right. */
export const purchaseAdminCalls = {
  'GET /api/purchases': async (c) => {
    const page = await listPurchases(c.get('context'), readQuery(c, purchaseListQuery));
    return pageAnswer({ purchases: page.rows }, page);
  },

  'GET /api/purchases/:id': async (c) => {
    const found = await showPurchase(c.get('context'), recordId(c, 'purchase-not-found'));
    return recordAnswer(found, found);
  },

  'POST /api/purchases/:id/reattribute': async (c) => {
    const id = recordId(c, 'purchase-not-found');
    const input = await readJson(c, reattributionInput);
    const changed = await reattributePurchase(c.get('context'), id, input, expectedVersion(c, input.version));
    return recordAnswer(changed, changed);
  },

  'POST /api/purchases/:id/adjust': async (c) => {
    const id = recordId(c, 'purchase-not-found');
    const changed = await adjustPayment(c.get('context'), id, await readJson(c, paymentAdjustment));
    return recordAnswer(changed, changed);
  },

  'POST /api/purchases/:id/release-hold': async (c) => {
    const id = recordId(c, 'purchase-not-found');
    const changed = await releaseHold(c.get('context'), id, await readJson(c, holdRelease));
    return recordAnswer(changed, changed);
  },

  'GET /api/reconciliation/latest': async (c) => json({ report: await latestReport(c.get('context')) }),
} satisfies Calls;
