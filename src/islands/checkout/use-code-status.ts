import { useEffect, useState } from 'react';
import { validateCode } from '../../client/validate-code.ts';
import { codeCheckDelay, normaliseCode } from '../../shared/referral.ts';

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
