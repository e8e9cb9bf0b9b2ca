import { kept, type Promises, stands } from './promise.ts';

export const product: Promises = {
  'content/pages/accessibility.md': [
    ['A person answers within five business days.', stands('answers')],
    ['write what you wanted to do, and we’ll do it for you.', stands('requestsByMail')],
    [
      'The tool axe applies its rules for WCAG 2.2 A and AA to pages that together have every kind of section',
      kept('e2e/accessibility.spec.ts', 'each type of section is accessible'),
    ],
    [
      'On the home page, the buy page and the download page, the Tab key reaches everything in order.',
      kept(
        'e2e/accessibility.spec.ts',
        'the keyboard reaches everything in order; the skip link skips the bar',
      ),
    ],
    [
      'Public pages fit a width of 320 pixels without sideways scrolling, and nothing is cut off.',
      kept('e2e/accessibility.spec.ts', 'every other public page fits a phone'),
    ],
    [
      'Text has a contrast of at least 4.5:1 with its background, and outlines of controls have at least 3:1,',
      kept('unit/styles/contrast.test.ts', 'are all in a pair, except decoration'),
      kept('e2e/accessibility.spec.ts', 'each type of section is accessible'),
    ],
    [
      'Pages don’t fade out if your system asks for less motion.',
      kept('e2e/leaving.spec.ts', 'a click fades the page out; keyboard and reduced motion navigate at once'),
    ],
    [
      'you can read the pages and withdraw from a contract, but not pay, sign in or find duplicates.',
      kept(
        'e2e/pages.spec.ts',
        'posts are readable; the demo and the screens show that they need JavaScript',
      ),
      kept('e2e/withdraw.spec.ts', 'a buyer withdraws on the same pages'),
      kept('e2e/find-duplicates.spec.ts', '/find-duplicates says that it needs it'),
    ],
    [
      'fits windows of every width. On narrow ones, it becomes cards.',
      kept('e2e/accessibility.spec.ts', 'the comparison of address books needs no sideways scrolling'),
    ],
    [
      'opens and closes by keyboard, even without scripts.',
      kept(
        'e2e/navigation.spec.ts',
        'the keyboard opens the menu and moves through it, and Escape and Close close it',
      ),
    ],
  ],
  'content/pages/compare.md': [['You. None comes to us.', stands('ownComputer')]],
  'content/pages/why.families.md': [['Everything {product} does here, it really does.', stands('features')]],
  'content/pages/why.small-firms.md': [
    ['Everything {product} does here, it really does.', stands('features')],
    ['no copy goes to us', stands('ownComputer')],
  ],
  'content/pages/contact-us.md': [['A person reads what you write.', stands('answers')]],
  'content/pages/founders.md': [
    ['New versions reach founders first', stands('founders')],
    ["A lower price than everyone else's, for as long as you're a customer.", stands('founders')],
    [
      'a subscription renews at that price',
      kept(
        'api/money/invitations/pay.test.ts',
        'a subscription is recorded by the webhook, and renews at its price with its commission',
      ),
    ],
    [
      'The invitation is a link to the buy page, which shows your price.',
      kept(
        'e2e/admin/invitations.spec.ts',
        'an admin invites a founder, who subscribes at the price by keyboard',
      ),
    ],
    [
      'It works for one purchase.',
      kept(
        'api/money/invitations/pay.test.ts',
        'of 50 orders paid at once, one uses the invitation, and the others are refused',
      ),
    ],
    ['You write to the people who build it.', stands('founders')],
    ['We read every email.', stands('answers')],
  ],
  'content/pages/vision.md': [
    [
      "We'll build these features only when we can build them without looking over your shoulder.",
      stands('ownComputer'),
    ],
    ['The newsletter tells you when something planned is done.', stands('newsletter')],
  ],
  'content/pages/release-notes.md': [
    ['The newsletter includes the notes of each new version.', stands('newsletter')],
  ],
  'content/features/archive.md': [['Names and details stay as they were.', stands('features')]],
  'content/features/duplicates.md': [['Nothing is merged on its own.', stands('features')]],
  'content/features/google.md': [
    ['off until you switch it on.', stands('ownComputer')],
    ['Disconnect it, and your book is still all there.', stands('ownComputer')],
  ],
  'content/features/office.md': [['off until you switch it on.', stands('ownComputer')]],
  'content/features/groups.md': [['as many as you need', stands('features')]],
  'content/pages/features.md': [
    [
      'All of this is in the program today, except the features at the end, which are marked coming soon.',
      stands('features'),
    ],
  ],
};
