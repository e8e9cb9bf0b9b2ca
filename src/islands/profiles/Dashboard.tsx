import { useEffect, useRef, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import { useViewer } from '../account/use-viewer.ts';
import { useRecords } from '../admin/use-records.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import type { Notice } from '../ui/FormNotice.tsx';
import { HeldCredentials } from './CredentialsForm.tsx';
import { DashboardCounters } from './DashboardCounters.tsx';
import { DashboardCreate } from './DashboardCreate.tsx';
import { DashboardList } from './DashboardList.tsx';
import { DashboardTabs } from './DashboardTabs.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { profilesPath, readProfiles } from './profile-record.ts';
import { type Counts, type Statistics, useStatistics } from './use-statistics.ts';

const { profileService: texts } = messages;

/** A search or an order in the address is the list's. */
const firstTab = (): string => (/[?&](q|sort)=/.test(location.search) ? 'all' : 'create');

interface Props {
  readonly statistics: Statistics;
  readonly counts: Counts;
  /** Begins anew as somebody else. */
  readonly restart: () => void;
}

const Loaded = ({ statistics, counts, restart }: Props) => {
  const records = useRecords(profilesPath, readProfiles);
  const [tab, setTab] = useState(firstTab);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [asked, setAsked] = useState(false);
  const loading = statistics.loading || records.loading;
  const refreshing = asked && loading;
  useEffect(() => {
    if (!loading) setAsked(false);
  }, [loading]);

  const reload = () => {
    void statistics.reload();
    records.reload();
  };
  const refresh = () => {
    if (refreshing) return;
    setAsked(true);
    reload();
  };

  // What is there stays: a refresh that fails is told in a line, and the next one mends it.
  const stale = statistics.failure?.text ?? (records.page ? records.failure : null);
  const time = statistics.since?.toLocaleTimeString('en-US');
  return (
    <>
      <HeldCredentials onForget={restart} />
      <div className="refresh">
        <p role="status" data-stale={stale !== null || undefined}>
          {stale === null ? `Updated at ${time ?? ''}` : `Not refreshed since ${time ?? ''}: ${stale}`}
        </p>
        <button
          type="button"
          className="button"
          data-busy={refreshing ? texts.refresh : texts.refreshing}
          aria-busy={refreshing}
          aria-disabled={refreshing}
          onClick={refresh}
        >
          {refreshing ? texts.refreshing : texts.refresh}
        </button>
      </div>
      <DashboardCounters counts={counts} />
      <DashboardTabs
        label="Profiles"
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            key: 'create',
            label: texts.createTab,
            panel: <DashboardCreate notice={notice} say={setNotice} onCreated={reload} />,
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

const Screen = ({ restart }: Pick<Props, 'restart'>) => {
  const statistics = useStatistics();
  const { counts, failure, loading, reload } = statistics;
  if (counts) return <Loaded {...{ statistics, counts, restart }} />;
  if (failure)
    return (
      <LoadFailed
        heading={problemText('profile-dashboard-failed')}
        text={failure.text}
        status={failure.status}
        busy={loading}
        retry={reload}
      />
    );
  return (
    <p className="skeleton profile-waiting" role="status">
      {texts.loadingDashboard}
    </p>
  );
};

const Restarting = () => {
  const [edition, setEdition] = useState(0);
  const { viewer } = useViewer();
  const before = useRef(viewer.kind);
  const restart = () => {
    setEdition((count) => count + 1);
  };
  useEffect(() => {
    // What an admin was shown goes with them, in whichever tab they leave.
    if (before.current === 'in' && viewer.kind === 'out') restart();
    before.current = viewer.kind;
  }, [viewer.kind]);
  return <Screen key={edition} restart={restart} />;
};

/** The profiles of everybody: counters, a form that makes one, and the list. The server decides who gets them. */
export const ProfileDashboard = () => (
  <ErrorBoundary>
    <Restarting />
  </ErrorBoundary>
);
