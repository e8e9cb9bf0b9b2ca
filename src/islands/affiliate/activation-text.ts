import { messages } from '../../shared/messages.ts';
import { formatDate } from '../../shared/dates.ts';

/** 'Active since <date>', or 'Not Activated'. */
export const activationText = ({ date_activated }: { readonly date_activated: string | null }): string =>
  date_activated === null
    ? messages.affiliate.notActivated
    : `${messages.affiliate.activeSince} ${formatDate(date_activated)}`;
