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
