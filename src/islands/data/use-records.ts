import { useCallback, useEffect, useRef, useState } from 'react';
import { replaceQuery } from '../../client/accounts/navigation.ts';
import type { AnswerOf, ApiAnswer } from '../../client/api.ts';
import { type Loaded, useApi, useReload } from './use-api.tsx';

/** The filters and the order of lists. The API and the page's address use the same names. */
const filterNames = [
  'state',
  'month',
  'kind',
  'sort',
  'action',
  'actor',
  'entity',
  'entityId',
  'batch',
] as const;

/** Search, filters and order of a list. Empty texts mean no filter, and the list's default order. */
export type ListQuery = Readonly<Record<'q' | (typeof filterNames)[number], string>>;

/** The lists of the API. */
export type ListName =
  | 'GET /api/affiliates'
  | 'GET /api/affiliates/entries'
  | 'GET /api/customers'
  | 'GET /api/newsletter'
  | 'GET /api/payouts'
  | 'GET /api/purchases'
  | 'GET /api/user-profiles'
  | 'POST /api/audit/search';

export interface RecordPage<Row, Json = unknown> {
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
  readonly loadedAt: Date;
}

export interface Records<Row, Json = unknown> {
  readonly query: ListQuery;
  /** The last loaded page. It stays while the next page is loading. */
  readonly page: RecordPage<Row, Json> | null;
  readonly loading: boolean;
  /** The answer to the last try, if it failed. */
  readonly failedAnswer: ApiAnswer | null;
  /** The message of that answer. */
  readonly failure: string | null;
  /** True if no page could be loaded, so that nothing can be searched or exported. */
  readonly isUnavailable: boolean;
  readonly change: (query: Partial<ListQuery>) => void;
  /** Removes the search and the filters, and keeps the order. Null without a search or a filter. */
  readonly clear: (() => void) | null;
  readonly goNext: (() => void) | null;
  readonly goBack: (() => void) | null;
  /** Loads the page again. Also loads the counts of the admins' tabs, because they depend on the rows. */
  readonly reload: () => Promise<unknown>;
}

/** Number of rows on a page of a table. */
export const PAGE_SIZE = 50;

const queryNames = ['q', ...filterNames] as const;

function queryInAddress(): ListQuery {
  const query = new URLSearchParams(typeof location === 'undefined' ? '' : location.search);
  return valuesOf(queryNames, (name) => query.get(name) ?? '');
}

const noFilter = valuesOf(filterNames, () => '');

function valuesOf<Name extends string>(names: readonly Name[], valueOf: (name: Name) => string) {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, string>;
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
  /** The cursors of the pages up to the requested page. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [page, setPage] = useState<RecordPage<Row, AnswerOf<Name>> | null>(null);
  /** The newest query, also for callbacks of an earlier render. */
  const newestQuery = useRef(query);

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

  const change = useCallback((newFilters: Partial<ListQuery>) => {
    newestQuery.current = { ...newestQuery.current, ...newFilters };
    replaceQuery(queryParams(newestQuery.current));
    setCursors([]);
    setQuery(newestQuery.current);
  }, []);

  // The API answers 422 to an unknown filter in the page's address. No control on the screen could remove that filter.
  const isUnknownFilter = list.failedAnswer?.status === 422 && filterNames.some((name) => query[name] !== '');
  useEffect(() => {
    if (isUnknownFilter) change(noFilter);
  }, [isUnknownFilter, change]);

  const isFiltered = queryNames.some((name) => name !== 'sort' && query[name] !== '');
  const { reload: reloadList } = list;
  const reloadCounts = useReload('GET /api/admin/overview');
  const reload = useCallback(() => {
    void reloadCounts();
    return reloadList();
  }, [reloadCounts, reloadList]);

  const rows = list.data === undefined ? null : rowsIn(list.data);
  // All rows of this page have been deleted, so the previous page is loaded.
  const isPastEnd = rows?.length === 0 && cursors.length > 0;
  useEffect(() => {
    if (isPastEnd) setCursors((before) => before.slice(0, -1));
  }, [isPastEnd]);

  const { data, headers, loadedAt } = list;
  const isNew = page?.loadedAt !== loadedAt || page?.query !== query || page.cursors !== cursors;
  if (rows && data !== undefined && loadedAt && isNew && !isPastEnd) {
    const total = headers?.get('x-total-count') ?? String(rows.length);
    setPage({ rows, query, cursors, total, next: headers?.get('x-next-cursor') ?? null, data, loadedAt });
  }

  /** The page that is shown, unless it is a page of another list. */
  const shownPage = page?.query === query ? page : null;
  const nextCursors = shownPage && shownPage.next !== null ? [...shownPage.cursors, shownPage.next] : null;
  const goTo = (targetCursors: readonly string[]) => () => {
    setCursors(targetCursors);
  };
  return {
    query,
    page,
    loading: list.loading,
    failedAnswer: isUnknownFilter ? null : list.failedAnswer,
    failure: isUnknownFilter ? null : list.failure,
    isUnavailable: page === null && list.failure !== null && !isUnknownFilter,
    change,
    clear: isFiltered
      ? () => {
          change({ ...noFilter, q: '', sort: query.sort });
        }
      : null,
    goNext: nextCursors && goTo(nextCursors),
    goBack: shownPage && shownPage.cursors.length > 0 ? goTo(shownPage.cursors.slice(0, -1)) : null,
    reload,
  };
}
