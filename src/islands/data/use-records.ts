import { useCallback, useEffect, useRef, useState } from 'react';
import { replaceQuery } from '../../client/accounts/navigation.ts';
import type { AnswerOf, ApiAnswer } from '../../client/api.ts';
import { type Loaded, useApi } from './use-api.tsx';

/** Search, filters and order of a list. Empty texts mean no filter, and the list's default order. */
export interface ListQuery {
  readonly q: string;
  readonly state: string;
  readonly month: string;
  readonly kind: string;
  readonly sort: string;
}

/** The lists of the API. */
type ListName =
  | 'GET /api/affiliates'
  | 'GET /api/affiliates/entries'
  | 'GET /api/customers'
  | 'GET /api/payouts'
  | 'GET /api/purchases'
  | 'GET /api/user-profiles'
  | 'POST /api/audit/search';

export interface Page<Row, Json = unknown> {
  readonly rows: readonly Row[];
  /** The list's query, and the cursors of the pages up to and including this page. */
  readonly query: ListQuery;
  readonly cursors: readonly string[];
  /** The number of rows in the whole list. The server sends `10000+` beyond its limit. */
  readonly total: string;
  readonly next: string | null;
  /** The whole answer, which may hold more than rows. */
  readonly data: Json;
  /** The time when the page was loaded. */
  readonly since: Date;
}

export interface Records<Row, Json = unknown> {
  readonly query: ListQuery;
  /** The last loaded page. It stays while the next page is loading. */
  readonly page: Page<Row, Json> | null;
  readonly loading: boolean;
  /** The answer to the last try if it failed, and its message. */
  readonly failed: ApiAnswer | null;
  readonly failure: string | null;
  readonly change: (query: Partial<ListQuery>) => void;
  readonly goNext: (() => void) | null;
  readonly goBack: (() => void) | null;
  /** Loads the page again. */
  readonly reload: () => Promise<unknown>;
}

/** Rows on one page of a table. */
export const PAGE_SIZE = 50;

const queryNames = ['q', 'state', 'month', 'kind', 'sort'] as const;

const noFilter = { state: '', month: '', kind: '', sort: '' };

function queryInAddress(): ListQuery {
  const query = new URLSearchParams(typeof location === 'undefined' ? '' : location.search);
  const [q = '', state = '', month = '', kind = '', sort = ''] = queryNames.map(
    (name) => query.get(name) ?? '',
  );
  return { q, state, month, kind, sort };
}

/** Returns the query parameters of an address or a call. */
export function queryParams(query: ListQuery): URLSearchParams {
  return new URLSearchParams(queryNames.filter((name) => query[name]).map((name) => [name, query[name]]));
}

/**
 * Loads a list of the API, which the server searches, sorts and pages. `rowsIn` returns the rows of an answer. A POST sends the
 * query in its body, for lists whose searches contain personal data.
 */
export function useRecords<Name extends ListName, Row>(
  name: Name,
  rowsIn: (answer: AnswerOf<Name>) => readonly Row[],
): Records<Row, AnswerOf<Name>> {
  const [query, setQuery] = useState(queryInAddress);
  /** The cursors of the pages up to the wanted page. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [page, setPage] = useState<Page<Row, AnswerOf<Name>> | null>(null);
  /** The newest query, also for callbacks of an earlier render. */
  const wanted = useRef(query);

  const cursor = cursors.at(-1);
  const parameters = {
    ...Object.fromEntries(queryParams(query)),
    ...(cursor && { cursor }),
    limit: PAGE_SIZE,
  };
  const useList = useApi as (
    name: ListName,
    sent: { readonly query?: object; readonly body?: object },
  ) => Loaded<AnswerOf<Name>>;
  const list = useList(name, name.startsWith('POST') ? { body: parameters } : { query: parameters });

  const change = useCallback((changed: Partial<ListQuery>) => {
    wanted.current = { ...wanted.current, ...changed };
    replaceQuery(queryParams(wanted.current));
    setCursors([]);
    setQuery(wanted.current);
  }, []);

  // An address may name a filter that no list has, and no control on the screen would remove it.
  const isUnknownFilter =
    list.failed?.status === 422 && query.state + query.month + query.kind + query.sort !== '';
  useEffect(() => {
    if (isUnknownFilter) change(noFilter);
  }, [isUnknownFilter, change]);

  const rows = list.data === undefined ? null : rowsIn(list.data);
  // All rows of this page have been deleted, so the page before is shown.
  const isPastEnd = rows?.length === 0 && cursors.length > 0;
  useEffect(() => {
    if (isPastEnd) setCursors((before) => before.slice(0, -1));
  }, [isPastEnd]);

  const { data, headers, since } = list;
  const isNew = page?.since !== since || page?.query !== query || page.cursors !== cursors;
  if (rows && data !== undefined && since && isNew && !isPastEnd) {
    const total = headers?.get('x-total-count') ?? String(rows.length);
    setPage({ rows, query, cursors, total, next: headers?.get('x-next-cursor') ?? null, data, since });
  }

  /** The page that is shown, unless it is a page of another list. */
  const shown = page?.query === query ? page : null;
  const nextCursors = shown && shown.next !== null ? [...shown.cursors, shown.next] : null;
  const goTo = (wantedCursors: readonly string[]) => () => {
    setCursors(wantedCursors);
  };
  return {
    query,
    page,
    loading: list.loading,
    failed: isUnknownFilter ? null : list.failed,
    failure: isUnknownFilter ? null : list.failure,
    change,
    goNext: nextCursors && goTo(nextCursors),
    goBack: shown && shown.cursors.length > 0 ? goTo(shown.cursors.slice(0, -1)) : null,
    reload: list.reload,
  };
}
