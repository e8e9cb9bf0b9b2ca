import { useEffect, useState } from 'react';
import { profileServiceMessages, profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { profileProblemText } from '../../shared/problems/profiles.ts';
import { type Loaded, useApi } from '../data/use-api.tsx';
import { useRecords } from '../data/use-records.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { HeldCredentials } from './CredentialsForm.tsx';
import { DashboardCreate } from './DashboardCreate.tsx';
import { DashboardList } from './DashboardList.tsx';
import { DashboardTabs } from './DashboardTabs.tsx';
import { LoadFailed, WaysIn } from './LoadFailed.tsx';
import { type Counts, failureText, memberOf, profilesIn } from './profile-record.ts';
import { StartingOver } from './StartingOver.tsx';

/** A search or an order in the address is the list's. */
const firstTab = (): string => (/[?&](q|sort)=/.test(location.search) ? 'all' : 'create');

/** The earlier of two moments, either of which may be missing, as a clock shows it. */
const earlier = (one: Date | undefined, other: Date | undefined): string => {
  const moments = [one, other].flatMap((moment) => (moment ? [moment.getTime()] : []));
  return new Date(Math.min(...moments)).toLocaleTimeString('en-US');
};

/** Loads the figures again, and resolves with the status of the answer. */
const statusOf = async ({ reload }: Loaded<Counts>): Promise<number> => (await reload())?.status ?? 200;

interface Props {
  readonly statistics: Loaded<Counts>;
  /** Its figures, which are there. */
  readonly counts: Counts;
  /** Begins anew as somebody else. */
  readonly restart: () => void;
  /** The uid of a member, who reaches only their own profile. */
  readonly member: string | null;
}

const LoadedDashboard = ({ statistics, counts, restart, member }: Props) => {
  const records = useRecords('GET /api/user-profiles', profilesIn);
  const [tab, setTab] = useState(firstTab);
  const [asked, setAsked] = useState(false);
  const loading = statistics.loading || records.loading;
  useEffect(() => {
    if (!loading) setAsked(false);
  }, [loading]);

  const reload = () => {
    void records.reload();
    void statistics.reload();
  };

  /** Makes one call after the other, so that wrong credentials count once. */
  const retry = async (): Promise<number> => {
    const status = await statusOf(statistics);
    if (status !== 401) void records.reload();
    return status;
  };

  // The old data stay on the screen: a line says that they could not be refreshed.
  const stale = statistics.failed ? failureText(statistics.failed) : records.page ? records.failure : null;
  const time = earlier(statistics.since, records.page?.since);
  const refused = (statistics.failed ?? records.failed)?.status;
  return (
    <>
      <HeldCredentials onForget={restart} />
      <div className="refresh">
        <p role="status" data-stale={stale !== null || undefined}>
          {stale === null ? texts.updatedAt(time) : texts.notRefreshed(time, stale)}
        </p>
        <BusyButton
          label={texts.refresh}
          busyLabel={texts.refreshing}
          busy={asked && loading}
          onPress={() => {
            setAsked(true);
            reload();
          }}
        />
      </div>
      {refused !== undefined && <WaysIn elsewhere status={refused} {...{ retry, member }} />}
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
};

const Screen = ({ restart, member }: Pick<Props, 'restart' | 'member'>) => {
  const statistics = useApi('GET /api/user-profiles/admin/statistics');
  const { data: counts, failed, loading } = statistics;
  if (counts) return <LoadedDashboard {...{ statistics, counts, restart, member }} />;
  if (failed)
    return (
      <LoadFailed
        heading={profileProblemText('profile-dashboard-failed')}
        text={failureText(failed)}
        status={failed.status}
        busy={loading}
        retry={() => statusOf(statistics)}
        member={member}
      />
    );
  return (
    <p className="skeleton profile-waiting" role="status">
      {texts.loadingDashboard}
    </p>
  );
};

/** The profiles of everybody: counters, a form that makes one, and the list. The server decides who gets them. */
export const ProfileDashboard = () => (
  <ErrorBoundary>
    <StartingOver>
      {(restart, user) => <Screen restart={restart} member={memberOf(user)?.uid ?? null} />}
    </StartingOver>
  </ErrorBoundary>
);

/** The four figures of the service. */
export const DashboardCounters = ({ counts }: { readonly counts: Counts }) => {
  const figures = [
    counts.totalProfiles,
    counts.profilesWithEmail,
    counts.profilesWithPhone,
    counts.profilesWithName,
  ];
  return (
    <dl className="counters">
      {profileServiceMessages.counters.map((label, place) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figures[place]?.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
};
