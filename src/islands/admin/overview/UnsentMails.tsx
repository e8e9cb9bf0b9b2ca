import { formatMoment } from '../../../shared/dates.ts';
import { mailKindNames, overviewMessages as texts } from '../../../shared/messages/overview.ts';
import { count } from '../../../shared/text.ts';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { May } from '../../data/role.tsx';
import { BusyButton } from '../../ui/buttons.tsx';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import type { ScreenCallbacks } from '../../ui/notices.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Overview, sectionIds } from './waiting-lines.ts';
import { Section } from '../../ui/Section.tsx';

type UnsentMail = Overview['mails']['newest'][number];

interface Props extends ScreenCallbacks {
  readonly mails: Overview['mails'];
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

function GivenUpMails({ mails: { newest, given_up: total }, ...callbacks }: Props) {
  const act = useAction(callbacks);
  const retry = () =>
    act({
      call: () => authFetch('POST /api/mails/retry', {}),
      noticeOf: ({ mails }) =>
        mails > 0 ? texts.mailsRetried(count(mails, 'email')) : { kind: 'error', text: texts.noMailRetried },
    });
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
