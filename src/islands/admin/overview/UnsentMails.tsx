import { formatMoment } from '../../../shared/dates.ts';
import { mailKindNames, overviewMessages as texts } from '../../../shared/messages/overview.ts';
import { count } from '../../../shared/text.ts';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { errorMessage } from '../../../client/api.ts';
import { May } from '../../data/role.tsx';
import { BusyButton } from '../../ui/buttons.tsx';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { focusUnmoved } from '../../ui/focus.ts';
import type { Notice } from '../../ui/notices.tsx';
import { type Overview, sectionIds } from './waiting-lines.ts';
import { Section } from '../../ui/Section.tsx';

type UnsentMail = Overview['mails']['newest'][number];

interface Props {
  readonly mails: Overview['mails'];
  readonly notify: (notice: Notice | null) => void;
  readonly reload: () => Promise<unknown>;
}

/** The number of late mails, and a list of the mails that were given up, with a button that retries them. */
export function UnsentMails({ mails, ...props }: Props) {
  const { late, given_up: total } = mails;
  return (
    <Section id="unsent" tab="Mail" heading={texts.mailsHeading} anchor={sectionIds.unsentMails}>
      {late > 0 && <p>{texts.lateMails(late)}</p>}
      {total > 0 && <GivenUpMails mails={mails} {...props} />}
    </Section>
  );
}

function GivenUpMails({ mails: { newest, given_up: total }, notify, reload }: Props) {
  const retry = async () => {
    notify(null);
    const pressed = document.activeElement;
    const answer = await authFetch('POST /api/mails/retry', {});
    if (answer.ok) {
      const { mails } = answer.data;
      const text = mails > 0 ? texts.mailsRetried(count(mails, 'email')) : texts.noMailRetried;
      notify({ kind: mails > 0 ? 'success' : 'error', text, shouldFocus: focusUnmoved(pressed) });
    } else notify({ kind: 'error', text: errorMessage(answer) });
    await reload();
  };

  return (
    <>
      <p>{texts.mailsIntro}</p>
      {newest.length < total && <p className="soft">{texts.newestFailed(newest.length, total)}</p>}
      <CardTable caption={texts.mailsHeading} columns={columns} rows={newest} keyOf={({ id }) => id} />
      <May role="admin">
        <div className="form-actions">
          <BusyButton label={texts.retryMails} busyLabel={texts.retryingMails} onPress={retry} />
        </div>
      </May>
    </>
  );
}

/** Times are UTC. */
const columns: readonly TableColumn<UnsentMail>[] = [
  {
    label: 'Email',
    heads: true,
    cell: ({ kind, at }) => (
      <div>
        <p>{mailKindNames[kind] ?? kind}</p>
        <p className="soft">
          <time dateTime={at}>{formatMoment(at)}</time> UTC
        </p>
      </div>
    ),
  },
  { label: 'Error', cell: ({ error }) => error ?? texts.noError },
];
