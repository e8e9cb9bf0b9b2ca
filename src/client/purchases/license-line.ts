import { dayOf, formatLongDate } from '../../shared/dates.ts';
import { ownPurchaseMessages as texts } from '../../shared/messages/purchases.ts';
import { callPath } from '../api.ts';
import { newestLicense, type OwnPurchase } from './purchase-texts.ts';
import { part } from './views.ts';

/** A release in /releases.json. */
interface Release {
  readonly version: string;
  /** The day that a license must cover, `YYYY-MM-DD`, UTC. */
  readonly covered_on: string;
  readonly files: readonly { readonly system: string; readonly kind: string; readonly url: string }[];
}

/** Fills the line with the newest license of a purchase. A license that is over gets links to the newest version that it covers. */
export function fillLicense(card: HTMLElement, purchase: OwnPurchase): void {
  const license = newestLicense(purchase);
  part('license-line', card).hidden = license === null;
  if (!license) return;
  part('license-covers', card).textContent = texts.licenseCovers(formatLongDate(license.covers_until));
  part('license-text', card).textContent = license.text;
  part<HTMLAnchorElement>('license-file', card).href = callPath('GET /api/portal/licenses/:id', {
    params: { id: license.paymentId },
  });
  if (license.covers_until < dayOf(new Date())) void showCovered(part('covered', card), license.covers_until);
}

/** Links the files of the newest release until a day. Without an answer the line stays hidden: all versions are at /release-notes. */
async function showCovered(line: HTMLElement, until: string): Promise<void> {
  const answer = await fetch('/releases.json').catch(() => null);
  if (!answer?.ok) return;
  const { releases } = (await answer.json()) as { releases: readonly Release[] };
  const release = releases.find(({ covered_on: day }) => day <= until);
  if (!release) return;
  const links = release.files.map(({ system, kind, url }) => {
    const link = document.createElement('a');
    link.href = new URL(url).pathname;
    link.textContent = `${system} ${kind}`;
    return link;
  });
  line.replaceChildren(
    texts.coveredVersion(release.version),
    ...links.flatMap((link, index) => [index === 0 ? ' ' : ', ', link]),
  );
  line.hidden = false;
}
