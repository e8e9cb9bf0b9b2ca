import { profileServiceMessages } from '../../shared/messages/profile-service.ts';
import type { Counts } from './profile-record.ts';

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
