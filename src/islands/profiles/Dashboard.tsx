import { useEffect, useState } from 'react';
import { profileServiceMessages as texts, publicProfileMessages } from '../../shared/messages/profiles.ts';
import { profileProblemText } from '../../shared/problem-texts/profiles.ts';
import { type Loaded, useApi } from '../data/use-api.tsx';
import { type Records, useRecords } from '../data/use-records.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { AccessOptions, LoadFailed, ServiceIdentity } from './LoadFailed.tsx';
import { DashboardCreate } from './DashboardCreate.tsx';
import { DashboardTabs } from './DashboardTabs.tsx';
import {
  failureText,
  memberOf,
  type ProfileCounts,
  profileName,
  type ProfileRecord,
  profilesIn,
  editorPath,
} from './profile-record.ts';
import { ProfileScreen } from './ProfileScreen.tsx';
import { type Column, RecordTable } from '../ui/RecordTable.tsx';
import { SearchField } from '../ui/ListControls.tsx';
import { restoreFocus } from '../ui/focus.ts';

/** All profiles: counters, a form that creates a profile, and the list. The server decides who may see them. */
export function ProfileDashboard() {
  return (
    <ProfileScreen>
      {(restart, user) => <Screen restart={restart} member={memberOf(user)?.uid ?? null} />}
    </ProfileScreen>
  );
}

function Screen({ restart, member }: Pick<Props, 'restart' | 'member'>) {
  const statistics = useApi('GET /api/user-profiles/admin/statistics');
  const { data: counts, failedAnswer, loading } = statistics;
  if (counts)
    return <LoadedDashboard statistics={statistics} counts={counts} restart={restart} member={member} />;
  if (failedAnswer)
    return (
      <LoadFailed
        heading={profileProblemText('profile-dashboard-failed')}
        text={failureText(failedAnswer)}
        answer={failedAnswer}
        busy={loading}
        retry={() => reloadStatistics(statistics)}
        member={member}
      />
    );
  return (
    <p className="skeleton profile-waiting" role="status">
      {texts.loadingDashboard}
    </p>
  );
}

interface Props {
  readonly statistics: Loaded<ProfileCounts>;
  readonly counts: ProfileCounts;
  /** Starts the screen again, without the credentials. */
  readonly restart: () => void;
  /** The uid of a member, who reaches only their own profile. */
  readonly member: string | null;
}

function LoadedDashboard({ statistics, counts, restart, member }: Props) {
  const records = useRecords('GET /api/user-profiles', profilesIn);
  const [tab, setTab] = useState(firstTab);
  const [isRefreshing, setRefreshing] = useState(false);
  const loading = statistics.loading || records.loading;
  useEffect(() => {
    if (!loading) setRefreshing(false);
  }, [loading]);

  const reload = () => {
    void records.reload();
    void statistics.reload();
  };

  /** Makes one call after the other, so that wrong credentials are sent only once. */
  const retry = async (): Promise<number> => {
    const status = await reloadStatistics(statistics);
    if (status !== 401) void records.reload();
    return status;
  };

  // The old data stay on the screen, with a line about the failed refresh.
  const statisticsFailure = statistics.failedAnswer && failureText(statistics.failedAnswer);
  const staleReason = statisticsFailure ?? (records.page ? records.failure : null);
  const time = earlierTime(statistics.loadedAt, records.page?.loadedAt);
  const failed = statistics.failedAnswer ?? records.failedAnswer;
  return (
    <>
      <ServiceIdentity onForget={restart} />
      <div className="refresh">
        <p role="status" data-stale={staleReason !== null || undefined}>
          {staleReason === null ? texts.updatedAt(time) : texts.notRefreshed(time, staleReason)}
        </p>
        <BusyButton
          label={texts.refresh}
          busyLabel={texts.refreshing}
          busy={isRefreshing && loading}
          onPress={() => {
            setRefreshing(true);
            reload();
          }}
        />
      </div>
      {failed && <AccessOptions newTab answer={failed} retry={retry} member={member} />}
      <DashboardCounters counts={counts} />
      <DashboardTabs
        label="Profiles"
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            key: 'create',
            label: texts.createTab,
            panel: <DashboardCreate onCreated={reload} />,
          },
          {
            key: 'all',
            label: texts.allTab(counts.totalProfiles),
            panel: <DashboardList records={records} />,
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
  const figures = [
    counts.totalProfiles,
    counts.profilesWithEmail,
    counts.profilesWithPhone,
    counts.profilesWithName,
  ];
  return (
    <dl className="counters">
      {texts.counters.map((label, index) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figures[index]?.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
}

const columns: readonly Column<ProfileRecord>[] = [
  {
    label: 'Name',
    sort: 'name',
    cell: ({ name }) => name?.trim() || <span className="soft">{publicProfileMessages.anonymous}</span>,
  },
  { label: 'User ID', sort: 'userId', heads: true, cell: ({ userId }) => <code>{userId}</code> },
  { label: 'Email', sort: 'email', cell: ({ email }) => email },
];

/** All profiles, searched, sorted and paged by the server. */
function DashboardList({ records }: { readonly records: Records<ProfileRecord> }) {
  return (
    <>
      {!records.isUnavailable && (
        <div className="controls" role="search">
          <SearchField records={records} label="Search name, user ID or email" />
        </div>
      )}
      {!records.page && records.failedAnswer && (
        <div ref={restoreFocus} className="profile-failure">
          <h2>{profileProblemText('profile-dashboard-failed')}</h2>
          <div className="notice" role="alert" data-kind="error">
            {failureText(records.failedAnswer)}
          </div>
          <div className="form-actions">
            <BusyButton
              label={texts.retry}
              busyLabel={texts.retrying}
              busy={records.loading}
              onPress={records.reload}
            />
          </div>
        </div>
      )}
      <RecordTable
        records={records}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={profileName}
        caption="Profiles"
        loading={texts.loadingProfiles}
        empty={records.query.q === '' ? texts.noProfiles : texts.noneMatch}
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
