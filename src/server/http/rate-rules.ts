import { limits } from '../../shared/limits.ts';

/** The platform's rate rule for a group of calls: so many a minute and address. */
export const perAddress = (group: 'validate' | 'reset' | 'profile' | 'other') => ({
  windowSize: 60,
  windowLimit: limits.perAddress[group],
  aggregateBy: ['ip' as const, 'domain' as const],
});
