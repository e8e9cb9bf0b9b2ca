import {
  approveInput,
  exportFilter,
  paidInput,
  payoutEmailInput,
  payoutTermsInput,
  rejectInput,
} from '../../shared/schemas/payout.ts';
import { ledgerQuery } from '../../shared/schemas/statement.ts';
import { approvePayouts } from '../payouts/approve-payouts.ts';
import { changePayoutTerms } from '../payouts/change-payout-terms.ts';
import { exportPayouts } from '../payouts/export-payouts.ts';
import { listPayouts, payoutQuery } from '../payouts/list-payouts.ts';
import { markPaid } from '../payouts/mark-paid.ts';
import { showPayoutAccount } from '../payouts/payout-account.ts';
import { rejectPayouts } from '../payouts/reject-payouts.ts';
import { json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { downloadPlainCsv } from '../http/download.ts';
import { readJson, readQuery } from '../http/input.ts';
import { pageAnswer } from '../http/page.ts';
import { recordId } from '../http/record-id.ts';
import { expectedVersion, recordAnswer } from '../http/versions.ts';

/** How affiliates are paid: their own address, and the payout run of the admins. */
export const payoutCalls = {
  'GET /api/affiliates/payout': async (c) => {
    const { affiliate } = readQuery(c, ledgerQuery);
    const account = await showPayoutAccount(c.get('context'), affiliate);
    return recordAnswer(account, account);
  },

  'PUT /api/affiliates/payout-email': async (c) => {
    const { email } = await readJson(c, payoutEmailInput);
    return json(await changePayoutTerms(c.get('context'), undefined, { payoutEmail: email }, null));
  },

  'PUT /api/affiliates/:id/payout': async (c) => {
    const id = recordId(c, 'affiliate-missing');
    const { payout_email, no_minimum, version } = await readJson(c, payoutTermsInput);
    const terms = { payoutEmail: payout_email, noMinimum: no_minimum };
    const changed = await changePayoutTerms(c.get('context'), id, terms, expectedVersion(c, version));
    return recordAnswer(changed, changed);
  },

  'GET /api/payouts': async (c) => {
    const page = await listPayouts(c.get('context'), readQuery(c, payoutQuery));
    return pageAnswer({ payouts: page.rows, unpaid: page.unpaid }, page);
  },

  'POST /api/payouts/export': async (c) => {
    const { month, again } = readQuery(c, exportFilter);
    const wanted = { month, again: again === 'true' };
    return downloadPlainCsv(c, 'payouts', await exportPayouts(c.get('context'), wanted));
  },

  'POST /api/payouts/approve': async (c) => {
    const { ids } = await readJson(c, approveInput);
    return json(await approvePayouts(c.get('context'), ids));
  },

  'POST /api/payouts/reject': async (c) =>
    json(await rejectPayouts(c.get('context'), await readJson(c, rejectInput))),

  'POST /api/payouts/paid': async (c) => {
    const items = await readJson(c, paidInput);
    return json(await markPaid(c.get('context'), items));
  },
} satisfies Calls;
