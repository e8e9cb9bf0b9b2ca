import { activationMessages } from '../../shared/messages/activation.ts';
import { formatDate } from '../../shared/dates.ts';

/** 'Active since <date>', or 'Not Activated'. */
export const activationText = ({ date_activated }: { readonly date_activated: string | null }): string =>
  date_activated === null
    ? activationMessages.notActivated
    : `${activationMessages.activeSince} ${formatDate(date_activated)}`;
