import { useEffect, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import { demoLoadDelay } from '../../shared/timings.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { DemoCard } from './DemoCard.tsx';
import { type DemoProfile as Profile, demoProfile, demoQuery } from './demo-profile.ts';

const { demoProfile: texts } = messages;

/** What the card looks like before it is known who is asked for; nobody reads it. */
const nobody = demoProfile({}, 0);

const failure = (
  <div className="notice" role="alert" data-kind="error">
    {problemText('demo-profile-failed')}
  </div>
);

const Screen = () => {
  const [profile, setProfile] = useState<Profile | 'failed' | null>(null);

  useEffect(() => {
    const timer = setTimeout(() => {
      try {
        setProfile(demoProfile(demoQuery(location.search), Date.now()));
      } catch (error) {
        console.warn('demo profile', error);
        setProfile('failed');
      }
    }, demoLoadDelay);
    return () => {
      clearTimeout(timer);
    };
  }, []);

  if (profile === 'failed') return failure;
  return (
    <div className="sampled" aria-busy={!profile}>
      <p className="slip" role="status">
        {profile ? texts.sample : texts.loading}
        {profile && <span className="visually-hidden">: {profile.name}</span>}
      </p>
      <DemoCard profile={profile ?? nobody} loading={!profile} />
    </div>
  );
};

/** The demo profile of /user-profile: a person made up from the address's query, after a moment's wait. */
export const DemoProfile = () => (
  <ErrorBoundary fallback={failure}>
    <Screen />
  </ErrorBoundary>
);
