import { messages } from '../../shared/messages.ts';
import type { Counts } from './use-statistics.ts';

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
      {messages.profileService.counters.map((label, place) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figures[place]?.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
};
