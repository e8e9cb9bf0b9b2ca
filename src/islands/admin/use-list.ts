import { useCallback, useEffect, useState } from 'react';
import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import { problemText } from '../../shared/problems.ts';

export type List<Row> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'loaded'; readonly rows: readonly Row[] };

/** Fetches a list of the API; `read` gives its rows, or null for an answer that is none. */
export const useList = <Row>(path: string, read: (data: unknown) => readonly Row[] | null) => {
  const [list, setList] = useState<List<Row>>({ kind: 'loading' });

  const load = useCallback(async () => {
    setList({ kind: 'loading' });
    const answer = await callAsViewer('GET', path);
    const rows = answer.ok ? read(answer.data) : null;
    const message = answer.error ?? problemText('service-unavailable');
    setList(rows ? { kind: 'loaded', rows } : { kind: 'failed', message });
  }, [path, read]);

  useEffect(() => {
    void load();
  }, [load]);

  return { list, reload: () => void load() };
};
