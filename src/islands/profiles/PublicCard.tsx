import { type ReactNode, useState } from 'react';
import { formatDate } from '../../shared/dates.ts';
import { initialsOf, isPictureUrl } from '../../shared/text.ts';
import { publicProfileMessages as texts } from '../../shared/messages/profiles.ts';
import { Facts } from '../ui/CardTable.tsx';
import { facebookLink, linkedinLink, mailLink, phoneLink, type PublicProfile } from './public-profile.ts';

/** The name that somebody goes by here. */
export const nameOf = ({ name }: Pick<PublicProfile, 'name'>): string => name?.trim() || texts.anonymous;

/** The picture, unless there is none or it does not come: then the initials. */
const Picture = ({ profile }: { readonly profile: PublicProfile }) => {
  const [failed, setFailed] = useState(false);
  const address = profile.pictureUrl ?? '';
  return (
    <Portrait initials={initialsOf(profile.name ?? '')}>
      {isPictureUrl(address) && !failed && (
        <img
          src={address}
          alt=""
          referrerPolicy="no-referrer"
          decoding="async"
          onError={() => {
            setFailed(true);
          }}
        />
      )}
    </Portrait>
  );
};

type Row = readonly [term: string, value: string | null | undefined, link: (value: string) => string];

/** The rows that have something in them, as links; without any, what `none` says. */
const Links = ({
  rows,
  rel,
  none,
}: {
  readonly rows: readonly Row[];
  readonly rel?: string;
  readonly none: string;
}) => {
  const filled = rows.flatMap(([term, value, link]): (readonly [string, ReactNode])[] =>
    value
      ? [
          [
            term,
            <a key={term} href={link(value)} rel={rel}>
              {value}
            </a>,
          ],
        ]
      : [],
  );
  return filled.length ? <Facts rows={filled} /> : <p className="soft">{none}</p>;
};

/** Somebody's profile on an open card: who it is, and how to reach them. */
export const PublicCard = ({ profile }: { readonly profile: PublicProfile }) => (
  <article className="panel profile-card">
    <div className="profile-part">
      <Picture key={profile.pictureUrl} profile={profile} />
      <h1 tabIndex={-1}>{nameOf(profile)}</h1>
      <p className="soft">
        User ID <code>{profile.userId}</code>
      </p>
      <p className="soft small dates">
        <span>{`Created ${formatDate(profile.createdAt)}`}</span>
        <br />
        <span>{`Updated ${formatDate(profile.updatedAt)}`}</span>
      </p>
    </div>
    <div className="profile-part">
      <h2>Contact</h2>
      <Links
        rows={[
          ['Email', profile.email, mailLink],
          ['Phone', profile.phone, phoneLink],
        ]}
        none={texts.noContact}
      />
      <h2>Social media</h2>
      <Links
        rows={[
          ['Facebook', profile.facebookId, facebookLink],
          ['LinkedIn', profile.linkedinId, linkedinLink],
        ]}
        rel="noopener noreferrer nofollow"
        none={texts.noSocial}
      />
    </div>
  </article>
);

interface Props {
  /** What a drawn print shows: one or two letters; without any, a head and shoulders. */
  readonly initials: string;
  /** A photograph in the place of the letters. */
  readonly children?: ReactNode;
}

const Nameless = () => (
  <svg viewBox="0 0 24 28">
    <circle cx="12" cy="11" r="5" />
    <path d="M2 28a10 10 0 0 1 20 0z" />
  </svg>
);

/** A print in its mounts, as in a paper album. It says nothing that does not stand beside it in words. */
export const Portrait = ({ initials, children }: Props) => (
  <div className="portrait" aria-hidden="true">
    {children || (initials ? <span>{initials}</span> : <Nameless />)}
  </div>
);
