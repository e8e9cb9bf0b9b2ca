import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '../../client/api.ts';
import { loadStatistics, failureText } from './profile-record.ts';

/** How many profiles there are, and how many of them have which field. */
export type Counts = AnswerOf<'GET /api/user-profiles/admin/statistics'>;

export interface Statistics {
  /** The last figures that came; they stay while newer ones are on their way, and when those fail to come. */
  readonly counts: Counts | null;
  /** When they came. */
  readonly since: Date | null;
  readonly loading: boolean;
  /** What the last try came to, where it failed. */
  readonly failure: { readonly status: number; readonly text: string } | null;
  /** Asks again; resolves to the answer's status. */
  readonly reload: () => Promise<number>;
}

/** The service's figures, asked for when the screen opens. */
export const useStatistics = (): Statistics => {
  const [latest, setLatest] = useState<{ readonly counts: Counts; readonly since: Date } | null>(null);
  const [loading, setLoading] = useState(true);
  const [failure, setFailure] = useState<Statistics['failure']>(null);
  const turns = useRef(0);

  const reload = useCallback(async (): Promise<number> => {
    const turn = (turns.current += 1);
    setLoading(true);
    const answer = await loadStatistics();
    // Only the newest question's answer counts.
    if (turn !== turns.current) return answer.status;
    setLoading(false);
    if (answer.ok) {
      setLatest({ counts: answer.data, since: new Date() });
      setFailure(null);
    } else {
      const text = failureText(answer);
      console.warn('profile statistics', text);
      setFailure({ status: answer.status, text });
    }
    return answer.status;
  }, []);

  useEffect(() => {
    void reload();
  }, [reload]);

  return { counts: latest?.counts ?? null, since: latest?.since ?? null, loading, failure, reload };
};
