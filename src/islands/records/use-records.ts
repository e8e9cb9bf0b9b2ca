import { useCallback, useEffect, useRef, useState } from 'react';
import { keepInAddress } from '../../client/accounts/return-path.ts';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import type { AnswerOf, ApiAnswer } from '../../client/api.ts';
import { errorWithStatus, errorMessage } from '../../client/api-error.ts';

/** What is asked of a list: empty texts ask for everything, in the list's own order. */
export interface Query {
  readonly q: string;
  readonly state: string;
  readonly month: string;
  readonly sort: string;
}

/** The lists of the API. */
type ListName =
  | 'GET /api/affiliates'
  | 'GET /api/customers'
  | 'GET /api/payouts'
  | 'GET /api/purchases'
  | 'GET /api/user-profiles'
  | 'POST /api/audit/search';

type AskList<Json> = (
  name: ListName,
  sent: { readonly query?: object; readonly body?: object },
) => Promise<ApiAnswer<Json>>;

export interface Page<Row, Json = unknown> {
  readonly rows: readonly Row[];
  /** The list that it is a page of, and the cursors of the pages up to this one; the last is this page's own. */
  readonly query: Query;
  readonly cursors: readonly string[];
  /** How many there are in all, as the server says it; `10000+` beyond what it counts. */
  readonly total: string;
  readonly next: string | null;
  /** The answer as it came, for what it says besides its rows. */
  readonly data: Json;
  /** When it came. */
  readonly since: Date;
}

export interface Records<Row, Json = unknown> {
  readonly query: Query;
  /** The last page that came; it stays while the next one is on its way. */
  readonly page: Page<Row, Json> | null;
  readonly loading: boolean;
  /** The answer that did not bring the list, and why in words. */
  readonly failed: ApiAnswer | null;
  readonly failure: string | null;
  readonly change: (query: Partial<Query>) => void;
  readonly goNext: (() => void) | null;
  readonly goBack: (() => void) | null;
  /** Asks for the page once more; resolves when the answer, or that to a later question, has come. */
  readonly reload: () => Promise<void>;
}

/** Rows on one page of a table. */
const PAGE = 50;

const names = ['q', 'state', 'month', 'sort'] as const;

const chosenByNobody = { state: '', month: '', sort: '' };

const queryInAddress = (): Query => {
  const query = new URLSearchParams(typeof location === 'undefined' ? '' : location.search);
  const [q = '', state = '', month = '', sort = ''] = names.map((name) => query.get(name) ?? '');
  return { q, state, month, sort };
};

/** The same as an address or a call has it. */
export const paramsOf = (query: Query): URLSearchParams =>
  new URLSearchParams(names.filter((name) => query[name]).map((name) => [name, query[name]]));

/**
 * A list of the API, searched, sorted and paged by the server. `rowsIn` gives an answer's rows. A list whose searches name
 * people is a POST, which sends the query in its body.
 */
export const useRecords = <Name extends ListName, Row>(
  name: Name,
  rowsIn: (answer: AnswerOf<Name>) => readonly Row[],
): Records<Row, AnswerOf<Name>> => {
  const [query, setQuery] = useState(queryInAddress);
  /** The cursors of the pages up to the one that is asked for; the last is its own. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [page, setPage] = useState<Page<Row, AnswerOf<Name>> | null>(null);
  const [loading, setLoading] = useState(true);
  const [failed, setFailed] = useState<ApiAnswer | null>(null);
  /** What is asked for from now on, also for those who were made before somebody changed it. */
  const wanted = useRef(query);
  const latest = useRef(0);
  const newest = useRef<Promise<void>>(undefined);

  const change = useCallback((changed: Partial<Query>) => {
    wanted.current = { ...wanted.current, ...changed };
    keepInAddress(paramsOf(wanted.current));
    setCursors([]);
    setQuery(wanted.current);
  }, []);

  const load = useCallback(
    async (turn: number): Promise<void> => {
      setLoading(true);
      const cursor = cursors.at(-1);
      const asked = { ...Object.fromEntries(paramsOf(query)), ...(cursor && { cursor }), limit: PAGE };
      const ask = authFetch as AskList<AnswerOf<Name>>;
      const answer = await ask(name, name.startsWith('POST') ? { body: asked } : { query: asked });
      // Only the newest question's answer counts, and whoever asked before has waited for it.
      if (turn !== latest.current) return newest.current;
      // An address may ask for what no list has, and no choice on the screen would take that back.
      if (answer.status === 422 && query.state + query.month + query.sort) {
        change(chosenByNobody);
        return;
      }
      setLoading(false);
      setFailed(answer.ok ? null : answer);
      if (!answer.ok) {
        console.warn('list', name.split(' ')[1], errorWithStatus(answer));
        return;
      }
      const rows = rowsIn(answer.data);
      // Its rows went meanwhile; the page before has some.
      if (rows.length === 0 && cursors.length > 0) {
        setCursors(cursors.slice(0, -1));
        return;
      }
      const total = answer.headers?.get('x-total-count') ?? String(rows.length);
      const next = answer.headers?.get('x-next-cursor') ?? null;
      setPage({ rows, query, cursors, total, next, data: answer.data, since: new Date() });
    },
    [name, rowsIn, query, cursors, change],
  );

  /** For those who were made before somebody turned to another page. */
  const loadLatest = useRef(load);
  const reload = useCallback(() => (newest.current = loadLatest.current((latest.current += 1))), []);
  useEffect(() => {
    loadLatest.current = load;
    void reload();
  }, [load, reload]);

  /** The way from the page that is shown, not from one that is on its way or did not come; null from another list's. */
  const shown = page?.query === query ? page : null;
  const nextCursors = shown && shown.next !== null ? [...shown.cursors, shown.next] : null;
  const goTo = (wantedCursors: readonly string[]) => () => {
    setCursors(wantedCursors);
  };
  return {
    query,
    page,
    loading,
    failed,
    failure: failed && errorMessage(failed),
    change,
    goNext: nextCursors && goTo(nextCursors),
    goBack: shown && shown.cursors.length > 0 ? goTo(shown.cursors.slice(0, -1)) : null,
    reload,
  };
};
