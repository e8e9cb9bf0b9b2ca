import { useState } from 'react';
import { profileServiceMessages as texts, publicProfileMessages } from '../../shared/messages/profiles.ts';
import { profileProblemText } from '../../shared/problem-texts/profiles.ts';
import { type Loaded, useApi } from '../data/use-api.tsx';
import type { AnswerOf } from '../../client/api.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { Facts } from '../ui/CardTable.tsx';
import { AccessOptions, LoadFailed, ServiceIdentity } from './LoadFailed.tsx';
import { DashboardCreate } from './DashboardCreate.tsx';
import { DashboardTabs } from './DashboardTabs.tsx';
import {
  profileFailureText,
  ownAccountOf,
  type ProfileCounts,
  profileName,
  type ProfileRecord,
  profilesIn,
  editorPath,
} from './profile-record.ts';
import { ProfileScreen } from './ProfileScreen.tsx';
import { List, type ListResource, type ListState, useListScreen } from '../ui/ListScreen.tsx';
import { Waiting } from '../ui/loading.tsx';
import { ErrorNotice } from '../ui/notices.tsx';
import { restoreFocus } from '../ui/focus.ts';

/** All profiles: counters, a form that creates a profile, and the list. The server decides who may see them. */
export function ProfileDashboard() {
  return (
    <ProfileScreen>
      {(restart, user) => <Screen restart={restart} ownUid={ownAccountOf(user)?.uid ?? null} />}
    </ProfileScreen>
  );
}

function Screen({ restart, ownUid }: Pick<Props, 'restart' | 'ownUid'>) {
  const statistics = useApi('GET /api/user-profiles/admin/statistics');
  const { data: counts, failedAnswer } = statistics;
  if (counts)
    return <LoadedDashboard statistics={statistics} counts={counts} restart={restart} ownUid={ownUid} />;
  if (failedAnswer)
    return (
      <LoadFailed
        heading={profileProblemText('profile-dashboard-failed')}
        text={profileFailureText(failedAnswer)}
        answer={failedAnswer}
        retry={() => reloadStatistics(statistics)}
        ownUid={ownUid}
      />
    );
  return <Waiting className="profile-waiting" text={texts.loadingDashboard} />;
}

interface Props {
  readonly statistics: Loaded<ProfileCounts>;
  readonly counts: ProfileCounts;
  /** Starts the screen again, without the credentials. */
  readonly restart: () => void;
  /** The user’s uid if they reach only their own profile, or null. */
  readonly ownUid: string | null;
}

function LoadedDashboard({ statistics, counts, restart, ownUid }: Props) {
  const screen = useListScreen('GET /api/user-profiles', profiles);
  const { records } = screen;
  const [tab, setTab] = useState(firstTab);
  const reload = () => Promise.all([records.reload(), statistics.reload()]);

  /** Makes one call after the other, so that wrong credentials are sent only once. */
  const retry = async (): Promise<number> => {
    const status = await reloadStatistics(statistics);
    if (status !== 401) void records.reload();
    return status;
  };

  // The old data stay on the screen, with a line about the failed refresh.
  const statisticsFailure = statistics.failedAnswer && profileFailureText(statistics.failedAnswer);
  const staleReason = statisticsFailure ?? (records.page ? records.failure : null);
  const time = earlierTime(statistics.loadedAt, records.page?.loadedAt);
  const failedAnswer = statistics.failedAnswer ?? records.failedAnswer;
  return (
    <>
      <ServiceIdentity onForget={restart} />
      <div className="account-bar refresh">
        <p role="status" data-stale={staleReason !== null || undefined}>
          {staleReason === null ? texts.updatedAt(time) : texts.notRefreshed(time, staleReason)}
        </p>
        <BusyButton label={texts.refresh} busyLabel={texts.refreshing} onPress={reload} />
      </div>
      {failedAnswer && <AccessOptions newTab answer={failedAnswer} retry={retry} ownUid={ownUid} />}
      <DashboardCounters counts={counts} />
      <DashboardTabs
        label="Profiles"
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            key: 'create',
            label: texts.createTab,
            panel: <DashboardCreate onCreated={() => void reload()} />,
          },
          {
            key: 'all',
            label: texts.allTab(counts.totalProfiles),
            panel: <DashboardList screen={screen} />,
          },
        ]}
      />
    </>
  );
}

/** Returns the first tab. An address with a search or an order opens the list. */
function firstTab(): string {
  return /[?&](q|sort)=/.test(location.search) ? 'all' : 'create';
}

/** Returns the earlier of two times as a text. One of them may be missing. */
function earlierTime(first: Date | undefined, second: Date | undefined): string {
  const moments = [first, second].flatMap((moment) => (moment ? [moment.getTime()] : []));
  return new Date(Math.min(...moments)).toLocaleTimeString('en-US');
}

/** Reloads the statistics. Resolves with the status of the answer. */
async function reloadStatistics({ reload }: Loaded<ProfileCounts>): Promise<number> {
  return (await reload())?.status ?? 200;
}

/** The four counters of the service. */
function DashboardCounters({ counts }: { readonly counts: ProfileCounts }) {
  const rows = [
    [texts.total, counts.totalProfiles],
    [texts.withEmail, counts.profilesWithEmail],
    [texts.withPhone, counts.profilesWithPhone],
    [texts.withName, counts.profilesWithName],
  ] as const;
  return (
    <Facts className="counters" rows={rows.map(([label, count]) => [label, count.toLocaleString('en-US')])} />
  );
}

const profiles: ListResource<ProfileRecord, AnswerOf<'GET /api/user-profiles'>> = {
  rowsIn: profilesIn,
  columns: [
    {
      label: 'Name',
      sort: 'name',
      cell: ({ name }) => name?.trim() || <span className="soft">{publicProfileMessages.anonymous}</span>,
    },
    { label: 'User ID', sort: 'userId', heads: true, cell: ({ userId }) => <code>{userId}</code> },
    { label: 'Email', sort: 'email', cell: ({ email }) => email },
  ],
  describeRow: profileName,
  texts: {
    search: 'Search name, user ID or email',
    caption: 'Profiles',
    loading: texts.loadingProfiles,
    empty: ({ q }) => (q === '' ? texts.noProfiles : texts.noneMatch),
    failureText: (message) => message,
  },
};

/** All profiles, searched, sorted and paged by the server. */
function DashboardList({ screen }: { readonly screen: ListState<ProfileRecord> }) {
  const { page, failedAnswer, reload } = screen.records;
  return (
    <>
      {!page && failedAnswer && (
        <div ref={restoreFocus} className="profile-failure">
          <h2>{profileProblemText('profile-dashboard-failed')}</h2>
          <ErrorNotice text={profileFailureText(failedAnswer)} />
          <div className="form-actions">
            <BusyButton label={texts.retry} busyLabel={texts.retrying} onPress={reload} />
          </div>
        </div>
      )}
      <List
        screen={screen}
        actions={(record) => (
          <>
            <a className="button" href={editorPath(record.userId)}>
              Edit<span className="visually-hidden">{` ${profileName(record)}`}</span>
            </a>
            <a className="button" href={`/profile/${encodeURIComponent(record.userId)}`}>
              View<span className="visually-hidden">{` ${profileName(record)}`}</span>
            </a>
          </>
        )}
      />
    </>
  );
}
