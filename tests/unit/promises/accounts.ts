import { kept, type Promises, stands } from './promise.ts';

const sessionTest = kept(
  'api/people/portal/session.test.ts',
  'a mailed link opens a session for an hour, once, and not after 15 minutes',
);
const policyTest = kept(
  'site/headers.test.ts',
  'allows nothing by default, and no scripts from other hosts except PayPal on /buy',
);

/** Promises about accounts and security. */
export const accounts: Promises = {
  'content/pages/security.md': [
    [
      'Every release of {product} is signed',
      kept(
        'unit/netlify/commands/release-sign.test.ts',
        'is refused after each change of one byte of installer, feed or manifest',
      ),
    ],
    ['{product} keeps your contacts on your own computer, and we receive no copy.', stands('ownComputer')],
    ["Card numbers are entered on PayPal's pages and never reach our server.", policyTest],
    [
      "We record a payment only after PayPal's own records confirm it",
      kept(
        'api/money/webhooks/forgery.test.ts',
        'a signed claim of a payment records only facts that PayPal confirms',
      ),
    ],
    [
      'Passwords that many people use are refused.',
      kept(
        'api/people/accounts/password.test.ts',
        'a short, a common and a leaked new password are refused before the current one is checked',
      ),
    ],
    [
      'A closed account loses access with its next request.',
      kept('api/frame/http/tokens.test.ts', 'its user was deleted'),
    ],
    [
      'requires a sign-in within the last ten minutes',
      kept(
        'api/money/affiliates/create.test.ts',
        'can be active only after a sign-in of the last ten minutes',
      ),
    ],
    [
      'use two-step sign-in',
      kept(
        'api/frame/http/access.test.ts',
        '%s needs the second factor of every role, where the settings require it',
      ),
    ],
    [
      'Every change they make to your records is logged',
      kept(
        'api/admin/audit/list.test.ts',
        'an entry has the actor, action, record, before, after and request',
      ),
    ],
    ['works once, and expires after fifteen minutes', sessionTest],
    [
      'All pages use HTTPS.',
      kept('site/headers.test.ts', 'has the common headers, apart from its exceptions'),
    ],
    ['everything else is blocked', policyTest],
    [
      'We keep only a count of these for each day, and nothing about you.',
      kept(
        'api/admin/violations/report.test.ts',
        'a report of Firefox or Safari is counted by directive and host, and nothing else is stored or logged',
      ),
    ],
    [
      'A version that you keep after your year gets free fixes for serious security holes until five years after its',
      stands('securityFixes'),
    ],
    ['A person answers within five business days', stands('securityReports')],
    ['We keep you informed until it is fixed', stands('securityReports')],
    [
      'We take no legal action against people who keep to these rules in good faith.',
      stands('securityReports'),
    ],
    ['We thank you by name if you like.', stands('securityReports')],
  ],
  'shared/messages/own-account.ts': [
    [
      'You stay signed in here, and you’re signed out everywhere else.',
      kept(
        'api/people/accounts/password.test.ts',
        'a user changes the password with the current one; all sessions end, and a mail says so',
      ),
    ],
    [
      'Until then, nothing changes.',
      kept(
        'api/people/addresses/address.test.ts',
        'mails a link to the new address and a notice to the old one, and changes nothing',
      ),
    ],
  ],
  'shared/messages/leaving.ts': [
    [
      'Your account and your profile are deleted for good.',
      kept(
        'api/people/leaving/delete-account.test.ts',
        'an account without an affiliate record is deleted with its profile; purchases stay',
      ),
    ],
  ],
  'shared/messages/profiles.ts': [
    [
      'They stay only in this tab’s memory and are gone when you leave the page.',
      kept(
        'e2e/profiles/dashboard-access.spec.ts',
        'service credentials open the dashboard, stay in the tab’s memory, and can be forgotten',
      ),
    ],
  ],
  'server/frame/mail/templates/account-mails.ts': [
    [
      'It works for ${String(undoDays)} days.',
      kept(
        'api/frame/mail/link-lifetimes.test.ts',
        'a link to a new address works for a day, and the undo for a week',
      ),
    ],
    [
      'The link below restores this address and signs everybody out.',
      kept(
        'api/people/addresses/address.test.ts',
        'restores the address, ends all sessions, and makes the password useless',
      ),
    ],
  ],
};
