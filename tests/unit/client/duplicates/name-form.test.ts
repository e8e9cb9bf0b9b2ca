import { expect, test } from 'vitest';
import { areNear, nameForm } from '../../../../src/client/duplicates/name-form.ts';

const near = (a: string, b: string): boolean => {
  const result = areNear(nameForm(a), nameForm(b));
  expect(areNear(nameForm(b), nameForm(a))).toBe(result);
  return result;
};

test.each([
  ['Jonas Brandt', 'Brandt, Jonas'],
  ['Inês Carvalho', 'INES CARVALHO'],
  ['Mei-Ling Chan', 'Mei Ling Chan'],
  ['Dr. Ruth Adler', 'Ruth Adler'],
  ['Jürgen Müller', 'Juergen Mueller'],
  ['Søren Kjær', 'Soren Kjaer'],
  ['Maeve O’Doyle', "Maeve O'Doyle"],
  ['I. Carvalho', 'Inês Carvalho'],
  ['Brandt, J.', 'Jonas Brandt'],
  ['Jonas P. Brandt', 'Jonas Brandt'],
  ['Jonathan Reed', 'Johnathan Reed'],
  ['Michael Reed', 'Micheal Reed'],
  ['Tunde Adeyemi', 'Tunde Adeyeemi'],
])('takes %s and %s for one person', (a, b) => {
  expect(near(a, b)).toBe(true);
});

test.each([
  ['Mario Silva', 'Maria Silva'],
  ['Daniel Reed', 'Daniela Reed'],
  ['Christian Wolf', 'Christina Wolf'],
  ['Frances Reed', 'Francis Reed'],
  ['Karin Wolf', 'Katrin Wolf'],
  ['Maeve Doyle', 'Ruairí Doyle'],
  ['John Brandt Sr.', 'John Brandt Jr.'],
  ['John A. Smith', 'John B. Smith'],
  ['J. Brandt', 'I. Brandt'],
  ['Jonathan Reed', 'Dohnathan Reed'],
  ['Joey Reed', 'Joy Reed'],
  ['राम शर्मा', 'रीमा शर्मा'],
  ['Mr. J. Silva', 'Mrs. J. Silva'],
  ['Jonas', 'Jonas Brandt'],
  ['Brandt', 'J. Brandt'],
])('takes %s and %s for two people', (a, b) => {
  expect(near(a, b)).toBe(false);
});
