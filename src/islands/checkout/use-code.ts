import { useEffect, useState } from 'react';
import { codeToPrefill, rememberedCode } from '../../client/referral.ts';
import { codeCheckDelay, normaliseCode } from '../../shared/referral.ts';

/**
 * Returns the affiliate code in the field: the remembered code, also from a click in another tab, until the buyer edits the
 * field.
 */
export function useCode() {
  const [arrived, setArrived] = useState('');
  const [typed, setTyped] = useState<string | null>(null);

  useEffect(() => {
    void codeToPrefill().then((code) => {
      setArrived((known) => code || known);
    });
    const refresh = () => {
      if (document.visibilityState === 'visible') setArrived((known) => rememberedCode() ?? known);
    };
    document.addEventListener('visibilitychange', refresh);
    return () => {
      document.removeEventListener('visibilitychange', refresh);
    };
  }, []);

  return { code: typed ?? arrived, arrived, type: setTyped };
}

export type CodeStatus = 'unknown' | 'checking' | 'valid' | 'invalid';

/** Timeout of a check in milliseconds. A later answer still counts. */
const checkTimeoutMs = 30_000;

/**
 * Returns the live status of the affiliate code in the field. Checks the code 500 ms after the last input, and at once for the
 * remembered code (`arrived`).
 */
export function useCodeStatus(text: string, arrived: string): CodeStatus {
  const [checked, setChecked] = useState<{ code: string; valid: boolean } | null>(null);
  const typed = text.trim();
  const code = normaliseCode(typed);
  const [online, setOnline] = useState(0);

  // Repeats a check when the connection is back.
  useEffect(() => {
    const retry = () => {
      setOnline((times) => times + 1);
    };
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
    };
  }, []);

  useEffect(() => {
    if (!code) return undefined;
    const abort = new AbortController();
    const check = async () => {
      const late = setTimeout(() => {
        setChecked({ code, valid: false });
      }, checkTimeoutMs);
      const valid = await validateCode(code, abort.signal);
      clearTimeout(late);
      if (!abort.signal.aborted) setChecked({ code, valid });
    };
    const timer = setTimeout(() => void check(), code === normaliseCode(arrived) ? 0 : codeCheckDelay);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [code, arrived, online]);

  if (!typed) return 'unknown';
  if (!code) return 'invalid';
  if (checked?.code !== code) return 'checking';
  return checked.valid ? 'valid' : 'invalid';
}

/** Returns true if a code belongs to an active affiliate. Any failure counts as invalid. */
export async function validateCode(code: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`/api/affiliates/validate/${encodeURIComponent(code)}`, { signal });
    if (!response.ok) return false;
    const answer: unknown = await response.json();
    return typeof answer === 'object' && answer !== null && 'valid' in answer && answer.valid === true;
  } catch {
    return false;
  }
}
