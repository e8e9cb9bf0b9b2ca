import { Facts } from '../ui/Facts.tsx';
import type { Stored } from './profile-record.ts';

interface Props {
  readonly stored: Stored | null;
  /** The HTTP status of the last answer; null before one. */
  readonly status: number | null;
}

/** What helps to find out why something does not work. It holds no token and no credentials. */
export const EditorDebug = ({ stored, status }: Props) => (
  <details className="debug">
    <summary>Debug info</summary>
    <Facts
      rows={[
        ['Mode', stored ? 'edit' : 'create'],
        ['Query', location.search || 'none'],
        ['User ID', stored?.profile.userId ?? 'none'],
        ['Database ID', stored?.profile.id ?? 'none'],
        ['Version', String(stored?.version ?? 'none')],
        ['Last status', status === null ? 'none' : status === 0 ? 'no answer' : String(status)],
      ]}
    />
  </details>
);
