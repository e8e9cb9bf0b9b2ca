import { useState } from 'react';
import { useMay } from '../../data/role.tsx';
import { withdrawalAdminMessages as texts } from '../../../shared/messages/overview.ts';
import { adminFailure } from '../../../shared/problem-texts/admin.ts';
import { type WithdrawalFilter, withdrawalFilters } from '../../../shared/withdrawals.ts';
import { useApi } from '../../data/use-api.tsx';
import { CardTable } from '../../ui/CardTable.tsx';
import { Select } from '../../ui/fields.tsx';
import { LoadState } from '../../ui/loading.tsx';
import type { ScreenCallbacks } from '../../ui/notices.tsx';
import { RowCheckbox } from '../../ui/RowCheckbox.tsx';
import { requestColumns } from './withdrawal-columns.tsx';
import { BulkHandling } from './WithdrawalHandling.tsx';
import { sectionIds } from './waiting-lines.ts';
import { Section } from '../../ui/Section.tsx';

/** What buyers ask for, those with a known order first. One click settles an open request, and a form marks it as handled. */
export function Withdrawals(props: ScreenCallbacks) {
  const [state, setState] = useState<WithdrawalFilter>('open');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const loaded = useWithdrawals(state);
  const { data, headers, reload } = loaded;
  const mayHandle = useMay('finance') && state !== 'handled';
  const rows = data?.withdrawals ?? [];
  const reloadBoth = () => Promise.all([reload(), props.reload()]);
  const clear = () => {
    setSelected(new Set());
  };
  const keys = rows.map(({ id }) => id);
  const selection = mayHandle ? { selected, onSelect: setSelected } : null;
  return (
    <Section id="withdrawn" tab="Requests" heading={texts.heading} anchor={sectionIds.withdrawals}>
      <p>{texts.intro}</p>
      <div className="controls">
        <Select
          label={texts.filter}
          value={state}
          options={withdrawalFilters.map((name) => [name, texts.filters[name]])}
          onChange={(value) => {
            clear();
            setState(withdrawalFilters.find((name) => name === value) ?? state);
          }}
        />
        {selection && keys.length > 1 && (
          <label className="check">
            <RowCheckbox label={texts.selectAll} keys={keys} {...selection} />
            {texts.selectAll}
          </label>
        )}
      </div>
      {selected.size > 0 && (
        <BulkHandling ids={[...selected]} notify={props.notify} reload={reloadBoth} onDone={clear} />
      )}
      <LoadState
        loaded={loaded}
        waiting={texts.loading}
        failureText={adminFailure('withdrawals-load-failed')}
      />
      <Range listed={rows.length} total={headers?.get('x-total-count') ?? '0'} />
      {data && (
        <CardTable
          caption={texts.heading}
          columns={requestColumns(props.notify, reloadBoth, selection)}
          rows={rows}
          keyOf={({ id }) => id}
          none={texts.none}
        />
      )}
    </Section>
  );
}

/** Says how many requests are listed, if there are more. `total` may be `10000+`. */
function Range({ listed, total }: { readonly listed: number; readonly total: string }) {
  return listed < Number.parseInt(total, 10) && <p className="soft">{texts.listed(listed, total)}</p>;
}

/** Loads the first 50 requests of a filter. */
export function useWithdrawals(state: WithdrawalFilter) {
  return useApi('GET /api/withdrawals', { query: { state, limit: '50' } });
}
