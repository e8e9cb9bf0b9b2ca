import { formatDate } from '../../shared/dates.ts';
import { Facts } from '../ui/Facts.tsx';
import type { DemoProfile } from './demo-profile.ts';
import { Portrait } from './Portrait.tsx';

const Stats = ({ stats }: Pick<DemoProfile, 'stats'>) => (
  <dl className="stats">
    {(
      [
        ['Contacts managed', stats.contactsManaged],
        ['Groups created', stats.groupsCreated],
        [stats.yearsActive === 1 ? 'Year active' : 'Years active', stats.yearsActive],
      ] as const
    ).map(([term, count]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{count}</dd>
      </div>
    ))}
  </dl>
);

/** A sample person on an open card of two leaves. While `loading`, the same card with nothing to read on it. */
export const DemoCard = ({
  profile,
  loading,
}: {
  readonly profile: DemoProfile;
  readonly loading: boolean;
}) => (
  <article className="panel spread" data-loading={loading || undefined} aria-hidden={loading} inert={loading}>
    <div className="leaf">
      <Portrait {...profile.profileImage} />
      <h3>{profile.name}</h3>
      <p className="place">{profile.location}</p>
      <p className="bio">{profile.bio}</p>
    </div>
    <div className="leaf">
      <Stats stats={profile.stats} />
      <h4>Interests</h4>
      <ul className="interests">
        {profile.interests.map((interest) => (
          <li key={interest}>{interest}</li>
        ))}
      </ul>
      <Facts
        rows={[
          ['Email', profile.email],
          ['User ID', <code key="id">{profile.id}</code>],
          ['Joined', formatDate(profile.joinDate)],
          ['LinkedIn', profile.socialLinks.linkedin],
          ['Twitter', profile.socialLinks.twitter],
        ]}
      />
    </div>
  </article>
);
