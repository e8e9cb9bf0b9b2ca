import { unconfirmedPromises } from '../../../src/shared/stands-by.ts';
import { advice, type Check, good } from './check.ts';

/** Lists the promises of the site that the owner has not confirmed. The local stack promises nothing to anybody. */
export const checkPromises: Check = {
  name: 'promises',
  run: ({ isLocal }) => {
    if (isLocal) return [];
    const unconfirmed = unconfirmedPromises();
    return unconfirmed.length === 0
      ? [good('the owner stands by all of them')]
      : unconfirmed.map((promise) =>
          advice(`not confirmed in src/shared/stands-by.ts: ${promise} Confirm it, or change the pages.`),
        );
  },
};
