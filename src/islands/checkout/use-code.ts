import { useEffect, useState } from 'react';
import { codeToPrefill, rememberedCode } from '../../client/referral.ts';
import { codeCheckDelay, normaliseCode } from '../../shared/referral.ts';

/**
 * Returns the affiliate code in the field. Until the buyer edits the field, this is the stored code of the last referral, which
 * may come from a click in another tab.
 */
export function useCode() {
  const [storedCode, setStoredCode] = useState('');
  const [typedCode, setTypedCode] = useState<string | null>(null);

  useEffect(() => {
    void codeToPrefill().then((code) => {
      setStoredCode((current) => code || current);
    });
    const refresh = () => {
      if (document.visibilityState === 'visible') setStoredCode((current) => rememberedCode() ?? current);
    };
    document.addEventListener('visibilitychange', refresh);
    return () => {
      document.removeEventListener('visibilitychange', refresh);
    };
  }, []);

  return { code: typedCode ?? storedCode, storedCode, setCode: setTypedCode };
}

export type CodeStatus = 'unknown' | 'checking' | 'valid' | 'invalid';

/** Timeout of a check in milliseconds. A later answer still counts. */
const checkTimeoutMs = 30_000;

/**
 * Returns the live status of the affiliate code in the field. Checks a typed code 500 ms after the last input, and
 * `storedCode` at once.
 */
export function useCodeStatus(text: string, storedCode: string): CodeStatus {
  const [lastCheck, setLastCheck] = useState<{ code: string; valid: boolean } | null>(null);
  const typed = text.trim();
  const code = normaliseCode(typed);
  const [reconnects, setReconnects] = useState(0);

  // Repeats a check when the connection is back.
  useEffect(() => {
    const retry = () => {
      setReconnects((count) => count + 1);
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
      const timeout = setTimeout(() => {
        setLastCheck({ code, valid: false });
      }, checkTimeoutMs);
      const valid = await validateCode(code, abort.signal);
      clearTimeout(timeout);
      if (!abort.signal.aborted) setLastCheck({ code, valid });
    };
    const timer = setTimeout(() => void check(), code === normaliseCode(storedCode) ? 0 : codeCheckDelay);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [code, storedCode, reconnects]);

  if (!typed) return 'unknown';
  if (!code) return 'invalid';
  if (lastCheck?.code !== code) return 'checking';
  return lastCheck.valid ? 'valid' : 'invalid';
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
