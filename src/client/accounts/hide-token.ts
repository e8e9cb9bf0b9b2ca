// Inline script in the head of the reset pages.
import { hideToken } from './reset-query.ts';

hideToken();
