/**
 * What the stand-in serves as the provider's script: it takes what the page's queue holds and will hold, as
 * gtag does — `arguments` objects only — and posts each command to the stand-in.
 */
export const providerScript = (collectUrl: string): string => `(() => {
  const queue = (window.dataLayer ??= []);
  const send = (entry) => {
    if (Object.prototype.toString.call(entry) === '[object Arguments]')
      navigator.sendBeacon(${JSON.stringify(collectUrl)}, JSON.stringify([...entry]));
  };
  queue.forEach(send);
  queue.push = (...entries) => {
    entries.forEach(send);
    return Array.prototype.push.apply(queue, entries);
  };
})();`;
