import { expect, test } from 'vitest';
import { requiresTls } from '../../../../../src/server/frame/mail/smtp-mailer.ts';

test.each([
  ['smtp://user:secret@mail.example:587', true],
  ['smtps://user:secret@mail.example:465', true],
  ['smtp://localhost.mail.example', true],
  ['smtp://127.0.0.1:1025', false],
  ['smtp://localhost:1025', false],
])('the mail server %s must offer TLS: %s', (url, expected) => {
  expect(requiresTls(url)).toBe(expected);
});
