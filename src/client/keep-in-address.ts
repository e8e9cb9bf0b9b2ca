/** Gives the address this query, in place of its own: a reload, or the way through /login, comes back to the same. */
export const keepInAddress = (query: URLSearchParams): void => {
  const text = query.toString();
  history.replaceState(history.state, '', location.pathname + (text && `?${text}`) + location.hash);
};
