import { useEffect, useState } from 'react';
import { codeToPrefill, rememberedCode } from '../../client/referral.ts';
import { codeCheckDelay, codesInLink } from '../../shared/referral.ts';

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

interface CheckedCode {
  readonly status: CodeStatus;
  /** The code that the text means, or null. If several codes are possible, the valid one, or else the most likely one. */
  readonly code: string | null;
}

/** Timeout of a check in milliseconds. A later answer still counts. */
const checkTimeoutMs = 30_000;

/**
 * Returns the code that the text in the field means, with its live status. Checks a typed code 500 ms after the last input, and
 * `storedCode` at once.
 */
export function useCheckedCode(text: string, storedCode: string): CheckedCode {
  const [lastCheck, setLastCheck] = useState<{ text: string; validCode: string | null } | null>(null);
  const codes = codesInLink(text);
  const isPossible = codes.length > 0;
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
    if (!isPossible) return undefined;
    const abort = new AbortController();
    const check = async () => {
      const timeout = setTimeout(() => {
        setLastCheck({ text, validCode: null });
      }, checkTimeoutMs);
      const validCode = await findValidCode(codesInLink(text), abort.signal);
      clearTimeout(timeout);
      if (!abort.signal.aborted) setLastCheck({ text, validCode });
    };
    const timer = setTimeout(() => void check(), text === storedCode ? 0 : codeCheckDelay);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, isPossible, storedCode, reconnects]);

  const [likelyCode = null] = codes;
  if (text.trim() === '') return { status: 'unknown', code: null };
  if (likelyCode === null) return { status: 'invalid', code: null };
  if (lastCheck?.text !== text) return { status: 'checking', code: likelyCode };
  const { validCode } = lastCheck;
  return { status: validCode === null ? 'invalid' : 'valid', code: validCode ?? likelyCode };
}

async function findValidCode(codes: readonly string[], signal: AbortSignal): Promise<string | null> {
  for (const code of codes) if (await validateCode(code, signal)) return code;
  return null;
}

/** Returns true if a code belongs to an active affiliate. Any failure counts as invalid. */
async function validateCode(code: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`/api/affiliates/validate/${encodeURIComponent(code)}`, { signal });
    if (!response.ok) return false;
    const answer: unknown = await response.json();
    return typeof answer === 'object' && answer !== null && 'valid' in answer && answer.valid === true;
  } catch {
    return false;
  }
}
