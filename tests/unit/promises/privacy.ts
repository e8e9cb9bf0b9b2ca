import { kept, type Promises, stands } from './promise.ts';

const visitorsTest = kept(
  'api/admin/figures/visitors.test.ts',
  'the same journey by two different visitors leaves the same rows and the same log lines',
);
const sweptRequestsTest = kept(
  'api/people/newsletter/sweep.test.ts',
  'the daily job deletes requests after 14 days without a confirmation, with the address of their mail',
);
const erasureTest = kept(
  'api/people/customers/no-trace.test.ts',
  'after erasing a person with data in every registered column',
);
const closedRecordTest = kept(
  'api/people/leaving/leave.test.ts',
  'earns nothing more, is paid below the minimum, and the record closes 30 days after the payment',
);
const lateUnsubscriptionTest = kept(
  'api/people/newsletter/sending.test.ts',
  'a letter that is queued while its reader unsubscribes is not sent, and the daily job cancels it',
);
const unsubscribedTest = kept(
  'api/people/newsletter/sending.test.ts',
  'an address gets no letter after it unsubscribes, even if its mail is already queued',
);

/** Promises about the data of visitors, readers and everybody else. */
export const privacy: Promises = {
  'content/pages/index.md': [['We have no copy of your book', stands('ownComputer')]],
  'content/pages/find-duplicates.md': [
    [
      'The file never leaves your computer: this page sends nothing',
      kept(
        'e2e/find-duplicates.spec.ts',
        'a script on /find-duplicates can send nothing, nor can its worker',
      ),
      kept(
        'site/headers.test.ts',
        '/find-duplicates may load scripts and fonts of this site, and its worker nothing at all',
      ),
    ],
    [
      'this page works without it.',
      kept(
        'e2e/find-duplicates.spec.ts',
        'without a network, a list is cleaned by keyboard; no request is sent',
      ),
    ],
    [
      'so no value is lost.',
      kept('unit/client/duplicates/merge.test.ts', 'every value of every row is in its merged row'),
    ],
  ],
  'content/questions/where-are-contacts.md': [['We get no copy.', stands('ownComputer')]],
  'content/questions/take-out.md': [
    ['Yes, all of them, whenever you like, as a CSV file.', stands('ownComputer')],
  ],
  'content/pages/privacy-policy.md': [
    ['We receive no copy of them.', stands('ownComputer')],
    ['We collect no visitor data', visitorsTest],
    [
      'your own browser reads your list. The page sends nothing, is not counted, and forgets the list when you close it.',
      kept(
        'e2e/find-duplicates.spec.ts',
        'without a network, a list is cleaned by keyboard; no request is sent',
      ),
      kept('e2e/find-duplicates.spec.ts', 'the browser keeps nothing of the list'),
      kept(
        'site/headers.test.ts',
        '/find-duplicates may load scripts and fonts of this site, and its worker nothing at all',
      ),
    ],
    ['We store nothing that differs between two visitors', visitorsTest],
    [
      'Browsers that send Global Privacy Control or Do Not Track do not report their views',
      kept('unit/client/count.test.ts', 'a browser with %j counts nothing'),
    ],
    [
      'Each has a link that stops them.',
      kept(
        'api/people/newsletter/affiliate-letters.test.ts',
        'one press stops the letters to an affiliate, and no other mail',
      ),
    ],
    [
      'Everybody who follows the link gets the same code.',
      kept(
        'site/counting.test.ts',
        'the counters of two different visitors of %s send the same, but for their browsers’ headers',
      ),
    ],
    [
      "and don't keep the code from our links.",
      kept('unit/client/count-view.test.ts', '%s no view is counted, and no code is kept'),
    ],
    [
      'after 30 days this is deleted',
      kept(
        'api/admin/violations/report.test.ts',
        'simultaneous reports are all counted, by UTC day, and deleted after 30 days',
      ),
    ],
    [
      'Google Analytics is off on this site.',
      kept(
        'site/counting.test.ts',
        'without a measurement id, no page and no script that it loads names Google Analytics',
      ),
    ],
    [
      "receive page views and a few clicks, with the page's address but not its query, and without cookies",
      kept(
        'e2e/measuring.spec.ts',
        'Google Analytics is configured to send and store nothing, and loads after the page',
      ),
    ],
    [
      'Google Analytics is not loaded on private pages, or in a browser that sends Global Privacy Control or Do Not Track.',
      kept('e2e/measuring.spec.ts', 'Global Privacy Control and Do Not Track keep Google Analytics away'),
    ],
    [
      'It holds that affiliate code and nothing else, and it lasts {program.tracking-days} days',
      kept(
        'api/money/affiliates/referral.test.ts',
        'a referral sets a cookie that scripts can read, for 60 days including the last second',
      ),
    ],
    [
      'It shows them to this browser for an hour.',
      kept('api/people/portal/session.test.ts', 'a session ends after an hour, and when the buyer signs out'),
    ],
    [
      'A day after we email you the link, we delete the address that we sent it to.',
      kept('api/people/portal/session.test.ts', 'the sweep deletes a link and its address after a day'),
    ],
    [
      'We send you letters only after you confirm your request',
      kept(
        'api/people/newsletter/letters.test.ts',
        'a letter goes to confirmed addresses alone, and is audited',
      ),
    ],
    ['An unconfirmed request is deleted after 14 days.', sweptRequestsTest],
    [
      'Each letter has an unsubscribe link.',
      kept('api/frame/mail/smtp.test.ts', 'a letter’s RFC 8058 headers contain its unsubscribe link'),
    ],
    ["so that we don't write to you again", unsubscribedTest, lateUnsubscriptionTest],
    [
      'An address that bounces or reports us as spam is unsubscribed automatically.',
      kept(
        'api/people/newsletter/resend-events.test.ts',
        'an address that %s is unsubscribed, and its waiting letters are cancelled',
      ),
    ],
    ['We never see your card number.', kept('site/headers.test.ts', 'allows PayPal on /buy only')],
    [
      'delete them 90 days after we have looked into it.',
      kept(
        'api/money/affiliates/sale-claims.test.ts',
        'a settled report is deleted after 90 days, and every report with the closed affiliate',
      ),
    ],
    [
      'If it belongs to no purchase, we delete all of it 90 days after we have looked into it.',
      kept(
        'api/people/withdrawals/handle.test.ts',
        'a handled withdrawal without a known order is deleted after 90 days',
      ),
    ],
    [
      'If you erase your data while we’re still looking into such a request, we delete it when we’re done.',
      kept(
        'api/people/portal/erase.test.ts',
        'a buyer’s open withdrawal without a number outlives the erasure until handled',
      ),
    ],
    [
      'we keep your sign-ins for 90 days',
      kept('api/people/accounts/sessions.test.ts', 'the sweep deletes sign-ins after 90 days'),
    ],
    [
      'we keep both addresses for two weeks',
      kept('api/people/addresses/address.test.ts', 'the sweep deletes changes after two weeks'),
    ],
    [
      'They receive five characters of a fingerprint of it, which thousands of passwords share, and not your password.',
      kept(
        'api/people/accounts/password.test.ts',
        'gets five digits of the hash and no more, and leaves out the padding',
      ),
    ],
    [
      'The contents are kept only until the email is sent.',
      kept(
        'api/frame/mail/smtp.test.ts',
        'a mail arrives with its subject, both parts, its own Message-ID, and the headers of automatic mails',
      ),
    ],
    [
      'Our emails have no tracking pixel, and their links lead straight to their pages.',
      kept(
        'unit/server/frame/mail/mail-templates.test.ts',
        'has the same links in both parts, and no script, picture or style from elsewhere',
      ),
    ],
    ['We do not sell it.', stands('noTrade')],
    [
      'you can download everything that we hold about you',
      kept(
        'api/people/leaving/export.test.ts',
        'the export has every personal column of the database, or a reason why not',
      ),
    ],
    ['Then we delete them from your affiliate record', closedRecordTest],
    [
      'Deleting the account deletes your user profile right away.',
      kept(
        'api/people/leaving/delete-account.test.ts',
        'an account without an affiliate record is deleted with its profile; purchases stay',
      ),
    ],
    ['you can export and erase what we hold about you at [your purchases](/purchases)', erasureTest],
    [
      'You can also ask us what we hold about you, have it corrected, or have it deleted',
      stands('requestsByMail'),
    ],
  ],
  'content/pages/about.md': [
    ['Your contacts stay on your own computer', stands('ownComputer')],
    ['A person reads what you write.', stands('answers')],
    ['no advertising, no trade in data', stands('noTrade')],
    [
      'Even without a license, it opens, searches and exports your book for as long as you like.',
      stands('trial'),
    ],
    [
      'the program checks it without asking our server',
      kept('unit/licenses/check-license.test.ts', 'each vector gets its answer'),
      stands('ownComputer'),
    ],
    ['Export all of them as a CSV file', stands('ownComputer')],
  ],
  'content/pages/data-principles.md': [
    ['Your contacts are kept on your own computer.', stands('ownComputer')],
    ['Export all your contacts as a CSV file whenever you like.', stands('ownComputer')],
    [
      'Google Contacts and your office suite are connected only if you choose to, and you can disconnect them.',
      stands('ownComputer'),
    ],
    ['There is no second customer behind the first.', stands('noTrade')],
    [
      'We keep a counter based on it for two days at most',
      kept(
        'api/platform/sweep-limits.test.ts',
        'the sweep deletes counters after a day, and the window of every limit is shorter than half a day',
      ),
    ],
    ['We collect no visitor data.', visitorsTest],
    [
      'This website sets two cookies of its own',
      kept('e2e/pages.spec.ts', 'a missing page answers 404; pages load two scripts, and store nothing'),
    ],
  ],
  'content/questions/delete-data.md': [
    ['We delete your name and email address everywhere', erasureTest],
    ['on your receipts, your user profile', erasureTest],
    [
      'the company, address and VAT number on your receipts',
      kept('api/people/portal/receipts.test.ts', 'an export has all versions, and an erasure deletes them'),
    ],
    [
      'Counters based on your IP address expire after two days, and the list of your sign-ins after 90 days.',
      kept('api/people/accounts/sessions.test.ts', 'the sweep deletes sign-ins after 90 days'),
    ],
  ],
  'content/pages/consolidate.md': [
    ['And whenever you like, export everything as CSV.', stands('ownComputer')],
  ],
  'content/pages/user-profile.md': [
    [
      'No profile was looked up for it.',
      kept(
        'e2e/profiles/demo.spec.ts',
        'the demo profile makes no call, and shows values of the query as text',
      ),
    ],
  ],
  'server/frame/mail/templates/newsletter-mails.ts': [
    ['We’ll delete the request after 14 days and send you nothing else.', sweptRequestsTest],
  ],
  'shared/messages/newsletter.ts': [['We won’t send you another letter.', unsubscribedTest]],
};
