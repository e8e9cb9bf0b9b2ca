import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { publicProfileMessages as texts } from '../../shared/messages/profiles.ts';
import { profileProblemText } from '../../shared/problem-texts/profiles.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { site } from '../../shared/site.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Waiting } from '../ui/loading.tsx';
import {
  facebookLink,
  findPublicProfile,
  linkedinLink,
  mailLink,
  phoneLink,
  type ProfileResult,
  type PublicProfileRecord,
  userIdIn,
} from './public-profile.ts';
import { formatDate } from '../../shared/dates.ts';
import { initialsOf, isPictureUrl } from '../../shared/text.ts';
import { Facts } from '../ui/CardTable.tsx';

/** The public profile of /profile/<userId>. */
export const PublicProfile = withErrorBoundary(Screen);

type State = ProfileResult | { readonly kind: 'loading' };

function Screen() {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const view = useRef<HTMLDivElement>(null);
  const hasRetried = useRef(false);

  const load = useCallback(async () => {
    const userId = userIdIn(location.pathname);
    setState(userId === null ? { kind: 'missing' } : await findPublicProfile(userId));
  }, []);
  useEffect(() => {
    void load();
  }, [load]);

  useEffect(() => {
    if (state.kind !== 'loading') document.title = `${titleOf(state)} | ${site.product}`;
    // The Retry button, which had the focus, has disappeared.
    if (hasRetried.current && state.kind !== 'failed') view.current?.querySelector('h1')?.focus();
  }, [state]);

  const retry = () => {
    hasRetried.current = true;
    return load();
  };

  return (
    <div ref={view} className="profile-view">
      {state.kind === 'found' ? (
        <PublicCard profile={state.profile} />
      ) : (
        <h1 tabIndex={-1}>{titleOf(state)}</h1>
      )}
      {state.kind === 'loading' && <Waiting text={texts.loading} />}
      {state.kind === 'missing' && (
        <Nobody text={problemText('profile-not-found')} note={texts.notFoundNote} />
      )}
      {state.kind === 'empty' && <Nobody text={texts.noData} note={texts.noDataNote} />}
      {state.kind === 'failed' && <Failed detail={state.detail} onRetry={retry} />}
    </div>
  );
}

function titleOf(state: State): string {
  if (state.kind === 'found') return publicName(state.profile);
  if (state.kind === 'missing') return texts.notFoundTitle;
  if (state.kind === 'empty') return texts.noDataTitle;
  return 'Profile';
}

function Failed({ detail, onRetry }: { detail: string; onRetry: () => Promise<void> }) {
  return (
    <>
      <div className="notice" role="alert" data-kind="error">
        <div>
          <p>{profileProblemText('profile-load-failed')}</p>
          <p>{detail}</p>
        </div>
      </div>
      <div className="form-actions">
        <BusyButton look="primary" label={texts.retry} busyLabel={texts.retrying} onPress={onRetry} />
      </div>
    </>
  );
}

/** Explains that there is no profile to show. */
function Nobody({ text, note }: { readonly text: string; readonly note: string }) {
  return (
    <>
      <p className="lede" role="status">
        {text}
      </p>
      <p className="soft">{note}</p>
      <div className="buttons">
        <a className="button" href="/">
          {texts.home}
        </a>
      </div>
    </>
  );
}

/** A profile as an open card: the person on the left, the contact on the right. */
function PublicCard({ profile }: { readonly profile: PublicProfileRecord }) {
  return (
    <article className="panel profile-card">
      <div className="profile-part">
        <Picture key={profile.pictureUrl} profile={profile} />
        <h1 tabIndex={-1}>{publicName(profile)}</h1>
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
}

function publicName({ name }: Pick<PublicProfileRecord, 'name'>): string {
  return name?.trim() || texts.anonymous;
}

/** The picture, or the initials if there is no picture or it fails to load. */
function Picture({ profile }: { readonly profile: PublicProfileRecord }) {
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
}

interface LinksProps {
  readonly rows: readonly (readonly [term: string, value: string | null, link: (value: string) => string])[];
  readonly rel?: string;
  /** The text without any value. */
  readonly none: string;
}

/** The rows with a value as links. */
function Links({ rows, rel, none }: LinksProps) {
  if (rows.every(([, value]) => !value)) return <p className="soft">{none}</p>;
  const links = rows.map(([term, value, link]) => {
    const shown = value ? (
      <a key={term} href={link(value)} rel={rel}>
        {value}
      </a>
    ) : null;
    return [term, shown] as const;
  });
  return <Facts rows={links} />;
}

interface Props {
  /** The person's initials. An empty text shows a silhouette. */
  readonly initials: string;
  /** A photograph, which replaces the letters. */
  readonly children?: ReactNode;
}

function Silhouette() {
  return (
    <svg viewBox="0 0 24 28">
      <circle cx="12" cy="11" r="5" />
      <path d="M2 28a10 10 0 0 1 20 0z" />
    </svg>
  );
}

/** A portrait that looks like a print in a paper album. Hidden from screen readers, because the name follows it. */
function Portrait({ initials, children }: Props) {
  return (
    <div className="portrait" aria-hidden="true">
      {children || (initials ? <span>{initials}</span> : <Silhouette />)}
    </div>
  );
}
