import { config } from '../../client/config.ts';
import { problemText } from '../../shared/problems/screens.ts';
import type { Notice } from '../ui/FormNotice.tsx';

/** What a form that needs an identity says from the start where authentication is not configured. */
export const notConfigured: Notice | null = config.identity
  ? null
  : { kind: 'error', text: problemText('auth-not-configured') };
