import { violationMessages as texts } from '../../../shared/messages/overview.ts';
import { neededService } from '../../../shared/policy-violations.ts';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { type Overview, sectionIds } from './waiting-lines.ts';
import { Section } from '../../ui/Section.tsx';

type Violation = Overview['policy_violations'][number];

/** Table of the hosts that page policies blocked in the last seven days. Hosts of services that pages need stand out. */
export function PolicyViolations({ violations }: { readonly violations: readonly Violation[] }) {
  const needed = violations.flatMap(({ directive, host }) => {
    const service = neededService(host);
    return service ? [{ directive, host, service }] : [];
  });
  return (
    <Section id="violations" tab="Policy" heading={texts.heading} anchor={sectionIds.violations}>
      {needed.map(({ directive, host, service: { name } }) => (
        <p key={directive + host} className="notice" data-kind="error">
          {texts.needed(name, host, directive)}
        </p>
      ))}
      <p>{texts.intro}</p>
      <CardTable
        caption={texts.heading}
        columns={columns}
        rows={violations}
        keyOf={({ directive, host }) => `${directive} ${host}`}
      />
    </Section>
  );
}

const columns: readonly TableColumn<Violation>[] = [
  { label: 'Blocked', heads: true, cell: ({ host }) => texts.words[host] ?? host },
  { label: 'Directive', cell: ({ directive }) => directive },
  { label: 'Times', cell: ({ count }) => count.toLocaleString('en-US') },
];
