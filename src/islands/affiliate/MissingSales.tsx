import { authFetch } from '../../client/accounts/auth-fetch.ts';
import type { AnswerOf } from '../../client/api.ts';
import { formatDate } from '../../shared/dates.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { missingSaleMessages as texts } from '../../shared/messages/affiliate.ts';
import { CardTable, type TableColumn } from '../ui/CardTable.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form, FormEnd } from '../ui/Form.tsx';
import { Section } from '../ui/Section.tsx';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';

type SaleClaim = AnswerOf<'POST /api/sale-claims'>;

type Field = 'order_number' | 'day';

interface Props {
  readonly claims: readonly SaleClaim[];
  /** Loads the reports again. */
  readonly reload: () => Promise<unknown>;
}

/** Reports a sale that is not in the list of commissions, and shows what became of earlier reports. */
export function MissingSales({ claims, reload }: Props) {
  const submit = async (read: ReadField<Field>, element: HTMLFormElement): Promise<Outcome<Field>> => {
    const body = { order_number: read('order_number'), day: read('day') };
    const answer = await authFetch('POST /api/sale-claims', { body });
    if (!answer.ok) return { refused: answer };
    element.reset();
    await reload();
    return { success: texts.reported };
  };
  const form = useForm(submit);
  return (
    <Section id="missing-sale" heading={texts.heading} className="missing-sale">
      <p>{texts.intro}</p>
      <Form form={form}>
        <TextField
          name="order_number"
          label={texts.order}
          hint={texts.orderHint}
          autoComplete="off"
          maxLength={maxLengths.orderNumber}
        />
        <TextField name="day" type="date" label={texts.day} />
        <FormEnd label={texts.report} busyLabel={texts.reporting} />
      </Form>
      <CardTable
        caption={texts.list}
        columns={columns}
        rows={claims}
        keyOf={({ id }) => id}
        none={texts.none}
      />
    </Section>
  );
}

const columns: readonly TableColumn<SaleClaim>[] = [
  { label: texts.order, heads: true, cell: ({ order_number }) => <code>{order_number}</code> },
  { label: texts.day, cell: ({ day }) => formatDate(day) },
  { label: 'State', cell: ({ state }) => texts.states[state] },
];
