import { useEffect, useState } from 'react';
import { codeOnArrival, rememberedCode } from '../../client/referral.ts';

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
