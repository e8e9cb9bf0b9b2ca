import { sessionCookieName } from '../../../shared/purchase-sessions.ts';
import { site } from '../../../shared/site.ts';
import type { Route, Tag } from '../http/route.ts';
import type { Json, NamedSchemas } from './json-schema.ts';
import { operationObject } from './operation-object.ts';

const description = `- JSON in UTF-8
- Times are ISO 8601 in UTC
- Amounts in \`*cents\` and \`*Cents\` are US cents
- Errors have a sentence and a stable code
- Other methods get 405 with an Allow header; unknown paths get 404
`;

const securitySchemes = {
  idToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The Firebase ID token of a signed-in user',
  },
  buyerSession: {
    type: 'apiKey',
    in: 'cookie',
    name: `__Host-${sessionCookieName}`,
    description: 'The session of a buyer, opened by a mailed link or by an account',
  },
  serviceCredentials: {
    type: 'http',
    scheme: 'basic',
    description:
      'The service credentials, for machines: with the user-profile service, and to look up a code',
  },
};

/** The groups of calls, in their order in the document. */
const tags: Readonly<Record<Tag, string>> = {
  Purchases: 'Checkout, PayPal’s events, withdrawals',
  'Own purchases': 'The page on which buyers see their purchases, cancel, and export or erase their data',
  'Purchase administration': 'Purchases and their corrections, and the reconciliation with PayPal',
  Affiliates: 'The referral program: records, codes, referrals',
  Statements: 'The monthly earnings of affiliates',
  Payouts: 'Payouts to affiliates, and the admins’ payout run',
  Customers: 'Buyers, and requests for the newsletter',
  Newsletter: 'Subscriptions, letters, and the pages behind the links in emails',
  'User profiles': 'Public profiles and the service behind them, with and without the prefix /api',
  Accounts: 'User accounts',
  Operations: 'Calls for the operators of the site',
};

/** Creates the OpenAPI 3.1 document of the API from the declarations of its calls. */
export function openApiDocument(routes: readonly Route[]): Json {
  const named: NamedSchemas = new Map();
  const ordered = Object.keys(tags).flatMap((tag) => routes.filter((route) => route.tag === tag));
  const byPath = Map.groupBy(ordered, ({ path }) => path.replace(/:(\w+)/g, '{$1}'));
  const paths = [...byPath].map(([path, calls]) => [
    path,
    Object.fromEntries(calls.map((call) => [call.method.toLowerCase(), operationObject(call, named)])),
  ]);
  return {
    openapi: '3.1.0',
    info: { title: `${site.product} API`, version: '1.0.0', description, contact: { email: site.email } },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(named), securitySchemes },
  };
}
