import type { Affiliate } from '../../client/accounts/own-affiliate.ts';
import { addBusinessDays, businessDaysBetween, formatDate } from '../../shared/dates.ts';
import { applicationMessages as texts } from '../../shared/messages/affiliate.ts';
import { reviewBusinessDays } from '../../client/accounts/review-days.ts';
import { DeclinedNote, ReviewNote } from './activation.tsx';
import { Section } from '../ui/Section.tsx';

interface Props {
  /** Null if the sign-up could not create the record. */
  readonly affiliate: Affiliate | null;
  /** True if the user's address is confirmed. */
  readonly isConfirmed: boolean;
  /** True if the affiliate has a payment email. */
  readonly isPayable?: boolean;
}

/** The way from an application to the first commission: the day of the review, and things to do until then. */
export function NextSteps({ affiliate, isConfirmed, isPayable = false }: Props) {
  const isActive = affiliate !== null && affiliate.date_activated !== null;
  const isEnded = affiliate !== null && !isActive && affiliate.application_state !== 'waiting';
  if (isEnded)
    return (
      <Section id="next-steps" tab="Next" heading="Next steps">
        {affiliate.application_state === 'declined' ? (
          <DeclinedNote reason={affiliate.declined_reason} />
        ) : (
          <p>{texts.deactivated}</p>
        )}
      </Section>
    );
  return (
    <Section id="next-steps" tab="Next" heading="Next steps">
      {isActive ? <p>{texts.active}</p> : <ReviewNote />}
      {affiliate && !isActive && <p>{reviewText(affiliate)}</p>}
      <h3>{isActive ? 'To do' : 'Until then'}</h3>
      <ol>
        {!isConfirmed && (
          <li>
            <strong>Confirm your email address.</strong> {texts.confirm}
          </li>
        )}
        {!isPayable && (
          <li>
            <strong>Tell us where to pay you.</strong>{' '}
            {isConfirmed ? (
              <span>
                <a href="/affiliate-payment">Set your payment email</a>: PayPal sends your payouts to it.
              </span>
            ) : (
              <span>{texts.paymentLater}</span>
            )}
          </li>
        )}
        <li>
          <strong>Choose your words.</strong> <a href="/affiliate-pitch">The post templates</a> are yours to
          change. <span>{isActive ? '' : texts.holdBack}</span>
        </li>
      </ol>
    </Section>
  );
}

/** Returns the day of the answer to an application, or that the answer is late. */
function reviewText({ date_created }: Affiliate): string {
  const created = new Date(date_created);
  if (businessDaysBetween(created, new Date()) > reviewBusinessDays) return texts.late;
  return texts.reviewedBy(formatDate(addBusinessDays(created, reviewBusinessDays).toISOString()));
}
