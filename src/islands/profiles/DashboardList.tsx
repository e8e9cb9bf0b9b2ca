import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { profileProblemText } from '../../shared/problems/profiles.ts';
import { type Column, RecordTable } from '../ui/RecordTable.tsx';
import { errorWithStatus } from '../../client/api.ts';
import { SearchField } from '../ui/ListControls.tsx';
import type { Records } from '../data/use-records.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { restoreFocus } from '../ui/focus.ts';
import { nameOf, type ProfileRecord } from './profile-record.ts';

const columns: readonly Column<ProfileRecord>[] = [
  { label: 'Name', sort: 'name', cell: ({ name }) => name },
  { label: 'User ID', sort: 'userId', heads: true, cell: ({ userId }) => <code>{userId}</code> },
  { label: 'Email', sort: 'email', cell: ({ email }) => email },
];

const editorOf = ({ userId }: ProfileRecord): string =>
  `/user-profile-admin?${new URLSearchParams({ id: userId }).toString()}`;

/** All profiles, searched, sorted and paged by the server. */
export const DashboardList = ({ records }: { readonly records: Records<ProfileRecord> }) => (
  <>
    <div className="controls" role="search">
      <SearchField records={records} label="Search name, user ID or email" />
    </div>
    {!records.page && records.failed && (
      <div ref={restoreFocus} className="profile-failure">
        <h2>{profileProblemText('profile-dashboard-failed')}</h2>
        <div className="notice" role="alert" data-kind="error">
          {errorWithStatus(records.failed)}
        </div>
        <div className="form-actions">
          <BusyButton
            label={texts.retry}
            busyLabel={texts.retrying}
            busy={records.loading}
            onPress={records.reload}
          />
        </div>
      </div>
    )}
    <RecordTable
      records={records}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      caption="Profiles"
      loading={texts.loadingProfiles}
      empty={records.query.q === '' ? texts.noProfiles : texts.noneMatch}
      actions={(record) => (
        <>
          <a className="button" href={editorOf(record)}>
            Edit<span className="visually-hidden">{` ${nameOf(record)}`}</span>
          </a>
          <a className="button" href={`/profile/${encodeURIComponent(record.userId)}`}>
            View<span className="visually-hidden">{` ${nameOf(record)}`}</span>
          </a>
        </>
      )}
    />
  </>
);
