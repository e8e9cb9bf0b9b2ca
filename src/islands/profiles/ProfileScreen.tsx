import { type ReactNode, useEffect, useRef, useState } from 'react';
import { clearServiceCredentials } from '../../client/accounts/auth-fetch.ts';
import { replaceQuery } from '../../client/accounts/navigation.ts';
import { RoleProvider } from '../data/role.tsx';
import { ApiCache } from '../data/use-api.tsx';
import { useCurrentUser, type UserState } from '../data/use-current-user.ts';
import { ConfirmDialogs } from '../ui/ConfirmDialog.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { TabCounts } from '../ui/TabCounts.tsx';

interface Props {
  /** Renders the screen for this user. `restart` starts the screen again with an empty cache. */
  readonly children: (restart: () => void, user: UserState) => ReactNode;
}

/** A screen of the profile service. It starts again when the user signs out or changes, in any tab. */
export function ProfileScreen({ children }: Props) {
  const [cacheKey, setCacheKey] = useState(0);
  const { user } = useCurrentUser();
  const uid = user.kind === 'in' ? user.uid : null;
  const isKnown = user.kind === 'in' || user.kind === 'out';
  const previousUid = useRef(uid);
  const restart = () => {
    setCacheKey((key) => key + 1);
  };
  useEffect(() => {
    if (!isKnown) return;
    // Removes the previous user's data, credentials and search.
    if (previousUid.current !== null && previousUid.current !== uid) {
      clearServiceCredentials();
      const query = new URLSearchParams(location.search);
      query.delete('q');
      replaceQuery(query);
      restart();
    }
    previousUid.current = uid;
  }, [isKnown, uid]);
  return (
    <ErrorBoundary>
      <ApiCache key={cacheKey}>
        <RoleProvider value={user.kind === 'in' ? user.role : null}>
          <ConfirmDialogs>
            {user.kind === 'in' && user.role !== null && <TabCounts />}
            {children(restart, user)}
          </ConfirmDialogs>
        </RoleProvider>
      </ApiCache>
    </ErrorBoundary>
  );
}
