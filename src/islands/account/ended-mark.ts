const key = 'session-ended';

/** Leaves a word for /login, in this tab: the session that led here is no longer good. */
export const leaveEndedMark = (): void => {
  try {
    sessionStorage.setItem(key, '');
  } catch {
    // Then /login says nothing of it.
  }
};

/** Takes the word away and says whether it was there. */
export const takeEndedMark = (): boolean => {
  try {
    const left = sessionStorage.getItem(key) !== null;
    sessionStorage.removeItem(key);
    return left;
  } catch {
    return false;
  }
};
