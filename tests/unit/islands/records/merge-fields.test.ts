import { expect, it } from 'vitest';
import { mergeFields } from '../../../../src/islands/records/merge-fields.ts';

const fields = ['name', 'email'] as const;
const before = { name: 'Ada', email: 'ada@mail.example' };

it('names no field where nobody changed one meanwhile, whatever was typed', () => {
  expect(mergeFields(fields, { ...before, name: 'Typed' }, before, before)).toEqual({});
});

it('lets a field that nobody typed into follow the newer record, and says what it was', () => {
  expect(mergeFields(fields, before, before, { ...before, email: 'new@mail.example' })).toEqual({
    email: { kind: 'taken', other: 'ada@mail.example' },
  });
});

it('keeps typed text, and says what is saved there', () => {
  expect(mergeFields(fields, { ...before, name: 'Typed' }, before, { ...before, name: 'Saved' })).toEqual({
    name: { kind: 'kept', other: 'Saved' },
  });
});

it('has nothing to say where both typed the same', () => {
  const both = { ...before, name: 'Same' };
  expect(mergeFields(fields, both, before, both)).toEqual({});
});
