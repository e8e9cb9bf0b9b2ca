import type { CallTypes, Route } from './frame/http/route.ts';

/**
 * Every call of the API, in groups. The first request below one of its prefixes loads a group. A call must be in a group and
 * below one of its prefixes, or it cannot be reached. If a path is below two prefixes, the longer prefix must come first.
 */
const groups = [
  {
    prefixes: ['/api/affiliates/validate', '/api/referral'],
    load: async () => (await import('./money/affiliates/links/code-routes.ts')).codeRoutes,
  },
  {
    prefixes: ['/api/purchase'],
    load: async () => (await import('./money/purchases/routes.ts')).purchaseRoutes,
  },
  {
    prefixes: ['/api/purchases'],
    load: async () => (await import('./admin/purchases/routes.ts')).purchaseAdminRoutes,
  },
  {
    prefixes: ['/api/sale-claims'],
    load: async () => (await import('./admin/overview/sale-claim-routes.ts')).saleClaimRoutes,
  },
  {
    prefixes: ['/api/invitations'],
    load: async () => (await import('./money/invitations/routes.ts')).invitationRoutes,
  },
  {
    prefixes: ['/api/licenses'],
    load: async () => (await import('./money/licenses/routes.ts')).licenseRoutes,
  },
  {
    prefixes: ['/api/portal'],
    load: async () => (await import('./people/portal/routes.ts')).portalRoutes,
  },
  {
    prefixes: ['/api/paypal'],
    load: async () => (await import('./money/webhooks/routes.ts')).webhookRoutes,
  },
  {
    prefixes: ['/api/events'],
    load: async () => (await import('./admin/purchases/event-routes.ts')).eventRoutes,
  },
  {
    prefixes: ['/api/reconciliation'],
    load: async () => (await import('./money/reconciliation/routes.ts')).reconciliationRoutes,
  },
  {
    prefixes: ['/api/affiliates/statements'],
    load: async () => (await import('./money/statements/routes.ts')).statementRoutes,
  },
  {
    prefixes: ['/api/affiliates/referrals', '/api/affiliates/entries'],
    load: async () => (await import('./money/statements/ledger-routes.ts')).ledgerRoutes,
  },
  {
    prefixes: ['/api/affiliates'],
    load: async () => [
      ...(await import('./money/affiliates/routes.ts')).affiliateRoutes,
      ...(await import('./money/affiliates/links/link-routes.ts')).linkRoutes,
      ...(await import('./people/leaving/routes.ts')).leaveRoutes,
      ...(await import('./money/affiliates/admin-routes.ts')).affiliateAdminRoutes,
      ...(await import('./money/payouts/routes.ts')).payoutRoutes,
    ],
  },
  {
    prefixes: ['/api/payouts'],
    load: async () => (await import('./money/payouts/admin-routes.ts')).payoutAdminRoutes,
  },
  {
    prefixes: ['/api/customers'],
    load: async () => (await import('./people/customers/routes.ts')).customerRoutes,
  },
  {
    prefixes: ['/api/withdrawals'],
    load: async () => (await import('./people/withdrawals/routes.ts')).withdrawalRoutes,
  },
  {
    prefixes: ['/api/newsletter'],
    load: async () => [
      ...(await import('./people/newsletter/routes.ts')).newsletterRoutes,
      ...(await import('./people/newsletter/admin-routes.ts')).newsletterAdminRoutes,
    ],
  },
  {
    prefixes: ['/api/letters'],
    load: async () => (await import('./people/newsletter/letters/letter-routes.ts')).letterRoutes,
  },
  {
    prefixes: ['/api/mail'],
    load: async () => (await import('./people/newsletter/resend-routes.ts')).resendRoutes,
  },
  {
    prefixes: ['/api/mails'],
    load: async () => (await import('./admin/overview/mail-routes.ts')).mailRoutes,
  },
  {
    prefixes: ['/api/user-profiles', '/user-profiles'],
    load: async () => (await import('./people/profiles/routes.ts')).profileRoutes,
  },
  {
    prefixes: ['/api/account'],
    load: async () => [
      ...(await import('./people/accounts/own-routes.ts')).ownAccountRoutes,
      ...(await import('./people/addresses/routes.ts')).addressRoutes,
      ...(await import('./people/leaving/routes.ts')).accountEndRoutes,
    ],
  },
  {
    prefixes: ['/api/auth'],
    load: async () => (await import('./people/accounts/routes.ts')).accountRoutes,
  },
  {
    prefixes: ['/api/health'],
    load: async () => (await import('./admin/health/routes.ts')).healthRoutes,
  },
  {
    prefixes: ['/api/audit'],
    load: async () => (await import('./admin/audit/routes.ts')).auditRoutes,
  },
  {
    prefixes: ['/api/counts'],
    load: async () => (await import('./admin/figures/count-routes.ts')).countRoutes,
  },
  {
    prefixes: ['/api/reports'],
    load: async () => (await import('./admin/violations/routes.ts')).violationRoutes,
  },
  {
    prefixes: ['/api/figures'],
    load: async () => (await import('./admin/figures/routes.ts')).figureRoutes,
  },
  {
    prefixes: ['/api/admin'],
    load: async () => (await import('./admin/overview/routes.ts')).overviewRoutes,
  },
] as const;

export interface Group {
  readonly prefixes: readonly string[];
  readonly load: () => Promise<readonly Route[]>;
}

const byPrefix = groups.flatMap((group: Group) =>
  group.prefixes.map((prefix) => ({ group, prefix, below: `${prefix}/` })),
);

/** Returns the group that a path belongs to. */
export function findGroup(path: string): Group | undefined {
  return byPrefix.find(({ prefix, below }) => path === prefix || path.startsWith(below))?.group;
}

/** Loads every call of the API. */
export async function loadRoutes(): Promise<readonly Route[]> {
  const loaded = await Promise.all(groups.map(({ load }: Group) => load()));
  return loaded.flat();
}

/** The types of every call, for the browser's client: `ApiCalls['GET /api/customers']['answer']`. */
export type ApiCalls = CallTypes<Awaited<ReturnType<(typeof groups)[number]['load']>>[number]>;
