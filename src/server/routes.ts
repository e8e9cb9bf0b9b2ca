import { accountRoutes } from './accounts/routes.ts';
import { affiliateAdminRoutes } from './affiliates/admin-routes.ts';
import { referralRoutes } from './affiliates/referral-routes.ts';
import { affiliateRoutes } from './affiliates/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { CallTypes, Route } from './http/route.ts';
import { payoutAdminRoutes } from './payouts/admin-routes.ts';
import { payoutRoutes } from './payouts/routes.ts';
import { profileRoutes } from './profiles/routes.ts';
import { purchaseAdminRoutes } from './purchases/admin-routes.ts';
import { purchaseRoutes } from './purchases/routes.ts';
import { reconciliationRoutes } from './reconciliation/routes.ts';
import { statementRoutes } from './statements/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

const all = [
  ...referralRoutes,
  ...purchaseRoutes,
  ...purchaseAdminRoutes,
  ...webhookRoutes,
  ...reconciliationRoutes,
  ...affiliateRoutes,
  ...affiliateAdminRoutes,
  ...statementRoutes,
  ...payoutRoutes,
  ...payoutAdminRoutes,
  ...customerRoutes,
  ...profileRoutes,
  ...accountRoutes,
  ...healthRoutes,
  ...auditRoutes,
];

/** Every call of the API. A call that is not in this list does not exist. */
export const routes: readonly Route[] = all;

/** The types of every call, for the browser's client: `ApiCalls['GET /api/customers']['answer']`. */
export type ApiCalls = CallTypes<(typeof all)[number]>;
