import type { Routes } from '../http/calls.ts';
import { validateCalls } from './validate.ts';

const accounts = async () => (await import('./accounts.ts')).accountCalls;
const affiliates = async () => (await import('./affiliates.ts')).affiliateCalls;
const affiliateAdmin = async () => (await import('./affiliate-admin.ts')).affiliateAdminCalls;
const audit = async () => (await import('./audit.ts')).auditCalls;
const customers = async () => (await import('./customers.ts')).customerCalls;
const health = async () => (await import('./health.ts')).healthCalls;
const payouts = async () => (await import('./payouts.ts')).payoutCalls;
const publicProfile = async () => (await import('./public-profile.ts')).publicProfileCalls;
const purchaseAdmin = async () => (await import('./purchase-admin.ts')).purchaseAdminCalls;
const referral = async () => (await import('./referral.ts')).referralCalls;
const signUp = async () => (await import('./sign-up.ts')).signUpCalls;
const statements = async () => (await import('./statements.ts')).statementCalls;
const track = async () => (await import('./track.ts')).trackCalls;
const userProfiles = async () => (await import('./user-profiles.ts')).userProfileCalls;
const validate = () => Promise.resolve(validateCalls);
const webhook = async () => (await import('./webhook.ts')).webhookCalls;

/**
 * Where each call of the access table is done: a group is loaded with the first of its calls, so that a process begins
 * with what it answers and no more; the hottest call is there at once. The types hold that every group has the calls that
 * are looked for in it.
 */
export const routes: Routes = {
  'GET /api/health': health,
  'POST /api/customers': signUp,
  'GET /api/customers': customers,
  'GET /api/customers/export': customers,
  'POST /api/customers/data': customers,
  'POST /api/customers/forget': customers,
  'GET /api/customers/:id': customers,
  'PUT /api/customers/:id': customers,
  'DELETE /api/customers/:id': customers,
  'GET /api/affiliates/validate/:code': validate,
  'GET /api/affiliates': affiliates,
  'POST /api/affiliates': affiliates,
  'GET /api/affiliates/email/:email': affiliates,
  'GET /api/affiliates/referrals': affiliates,
  'GET /api/affiliates/statements': statements,
  'GET /api/affiliates/statements/:month': statements,
  'GET /api/affiliates/payout': payouts,
  'PUT /api/affiliates/payout-email': payouts,
  'PUT /api/affiliates/:id/payout': payouts,
  'GET /api/payouts': payouts,
  'POST /api/payouts/export': payouts,
  'POST /api/payouts/approve': payouts,
  'POST /api/payouts/reject': payouts,
  'POST /api/payouts/paid': payouts,
  'GET /api/affiliates/export': affiliateAdmin,
  'POST /api/affiliates/import': affiliateAdmin,
  'POST /api/affiliates/bulk': affiliateAdmin,
  'GET /api/affiliates/:id': affiliateAdmin,
  'PUT /api/affiliates/:id': affiliateAdmin,
  'DELETE /api/affiliates/:id': affiliateAdmin,
  'GET /api/purchases': purchaseAdmin,
  'GET /api/purchases/:id': purchaseAdmin,
  'POST /api/purchases/:id/reattribute': purchaseAdmin,
  'POST /api/purchases/:id/adjust': purchaseAdmin,
  'POST /api/purchases/:id/release-hold': purchaseAdmin,
  'POST /api/events/:id/retry': webhook,
  'GET /api/reconciliation/latest': purchaseAdmin,
  'POST /api/audit/search': audit,
  'GET /api/user-profiles/user/:userId': publicProfile,
  'GET /api/user-profiles/admin/statistics': userProfiles,
  'GET /api/user-profiles': userProfiles,
  'GET /api/user-profiles/email/:email': userProfiles,
  'POST /api/user-profiles': userProfiles,
  'PUT /api/user-profiles/user/:userId/upsert': userProfiles,
  'DELETE /api/user-profiles/user/:userId': userProfiles,
  'GET /user-profiles/user/:userId': publicProfile,
  'GET /user-profiles/admin/statistics': userProfiles,
  'GET /user-profiles': userProfiles,
  'GET /user-profiles/email/:email': userProfiles,
  'POST /user-profiles': userProfiles,
  'PUT /user-profiles/user/:userId/upsert': userProfiles,
  'DELETE /user-profiles/user/:userId': userProfiles,
  'GET /api/auth/validate-reset-token/:token': accounts,
  'POST /api/auth/reset-password': accounts,
  'POST /api/referral': referral,
  'POST /api/purchase/track': track,
  'POST /api/paypal/webhook': webhook,
};
