import { useEffect, useState } from 'react';
import { codeOnArrival, rememberedCode } from '../../client/referral.ts';
import { codeCheckDelay, normaliseCode } from '../../shared/referral.ts';

/**
 * The affiliate code in the field: what the buyer came with, or clicked on in another tab since then, until they type or
 * clear it.
 */
export const useCode = () => {
  const [arrived, setArrived] = useState('');
  const [typed, setTyped] = useState<string | null>(null);

  useEffect(() => {
    void codeOnArrival().then((code) => {
      setArrived((known) => code || known);
    });
    const lookAgain = () => {
      if (document.visibilityState === 'visible') setArrived((known) => rememberedCode() ?? known);
    };
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, []);

  return { code: typed ?? arrived, arrived, type: setTyped };
};

export type CodeStatus = 'unknown' | 'checking' | 'valid' | 'invalid';

/** How long a check may take, in milliseconds. An answer that comes later still counts. */
const checkedWithin = 30_000;

/**
 * The live status of the affiliate code in the field: asked 500 ms after typing stops, and at once for
 * `arrived`, the code that the buyer came with.
 */
export const useCodeStatus = (text: string, arrived: string): CodeStatus => {
  const [checked, setChecked] = useState<{ code: string; valid: boolean } | null>(null);
  const typed = text.trim();
  const code = normaliseCode(typed);
  const [online, setOnline] = useState(0);

  // A check that failed for want of a connection is made again.
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
      }, checkedWithin);
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
};

/** Asks the server whether a code belongs to an active affiliate; any failure counts as invalid. */
export const validateCode = async (code: string, signal: AbortSignal): Promise<boolean> => {
  try {
    const response = await fetch(`/api/affiliates/validate/${encodeURIComponent(code)}`, { signal });
    if (!response.ok) return false;
    const answer: unknown = await response.json();
    return typeof answer === 'object' && answer !== null && 'valid' in answer && answer.valid === true;
  } catch {
    return false;
  }
};
