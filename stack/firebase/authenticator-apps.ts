import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { z } from 'zod';
import { isTotpCode, localTotpSecret } from './totp.ts';

/*
 * The Firebase emulator supports second factors by text message, and the site uses authenticator apps (TOTP). This file checks the
 * code of the app. Then it completes the call with a text message to a fixed phone number, and reads the code of that message from
 * the emulator. Answers name the factor as an app. Tokens say `sign_in_second_factor: phone` instead of `totp`.
 */

/** Sends a request to the emulator itself. */
type CallEmulator = (path: string, init: RequestInit) => Promise<Response>;

/** Returns a listener that serves second factors with an app, and passes all other requests to the emulator. */
export function withAuthenticatorApps(emulator: RequestListener, port: () => number, projectId: string) {
  const call: CallEmulator = (path, init) => fetch(`http://127.0.0.1:${String(port())}${path}`, init);
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url = '', headers } = request;
    if (method !== 'POST' || bypassHeader in headers || !interceptedCalls.test(url)) {
      emulator(request, response);
      return;
    }
    serve(request, call, projectId).then(
      async (answer) => {
        response.writeHead(answer.status, {
          'content-type': 'application/json',
          'access-control-allow-origin': '*',
        });
        response.end(await answer.text());
      },
      (error: unknown) => {
        response.writeHead(500).end(String(error));
      },
    );
  };
}

/** Marks the requests of this file, which go to the emulator itself. */
const bypassHeader = 'x-bypass-apps';
const interceptedCalls =
  /accounts:(signInWithPassword|lookup)\b|accounts\/mfa(Enrollment|SignIn):(start|finalize)\b/;

const factorRequest = z.object({
  mfaPendingCredential: z.optional(z.string()),
  mfaEnrollmentId: z.optional(z.string()),
  idToken: z.optional(z.string()),
  displayName: z.optional(z.string()),
  totpEnrollmentInfo: z.optional(z.object({})),
  totpVerificationInfo: z.optional(z.object({ verificationCode: z.string() })),
});

async function serve(request: IncomingMessage, call: CallEmulator, projectId: string): Promise<Response> {
  const url = request.url ?? '';
  const sent = await readJson(request);
  const post = (path: string, body: unknown) =>
    call(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [bypassHeader]: '1',
        ...(request.headers.authorization && { authorization: request.headers.authorization }),
      },
      body: JSON.stringify(body),
    });
  const parsed = factorRequest.safeParse(sent);
  const factor = parsed.success ? parsed.data : {};
  if (factor.totpEnrollmentInfo) return Response.json(enrollmentStart);
  if (!factor.totpVerificationInfo) return nameApps(await post(url, sent));
  if (!isTotpCode(localTotpSecret, factor.totpVerificationInfo.verificationCode)) return invalidCode();
  const { idToken, displayName, mfaPendingCredential, mfaEnrollmentId } = factor;
  const start = await post(url.replace(':finalize', ':start'), {
    ...{ idToken, mfaPendingCredential, mfaEnrollmentId },
    phoneEnrollmentInfo: { phoneNumber },
    phoneSignInInfo: {},
  });
  if (!start.ok) return start;
  const session = sessionShape.parse(await start.json());
  const sessionInfo = (session.phoneSessionInfo ?? session.phoneResponseInfo)?.sessionInfo;
  const list = await call(`/emulator/v1/projects/${projectId}/verificationCodes`, {});
  const { verificationCodes } = codesShape.parse(await list.json());
  const code = verificationCodes.find((sentCode) => sentCode.sessionInfo === sessionInfo)?.code;
  return post(url, {
    ...{ idToken, displayName, mfaPendingCredential },
    phoneVerificationInfo: { sessionInfo, code },
  });
}

/** The emulator sends the text messages of every account to this number. Nobody has it. */
const phoneNumber = '+15555550100';
const session = z.optional(z.object({ sessionInfo: z.string() }));
const sessionShape = z.object({ phoneSessionInfo: session, phoneResponseInfo: session });
const codesShape = z.object({
  verificationCodes: z.array(z.object({ sessionInfo: z.string(), code: z.string() })),
});

const enrollmentStart = {
  totpSessionInfo: {
    sharedSecretKey: localTotpSecret.replaceAll('=', ''),
    verificationCodeLength: 6,
    hashingAlgorithm: 'SHA1',
    periodSec: 30,
    sessionInfo: 'local',
    finalizeEnrollmentTime: '2100-01-01T00:00:00Z',
  },
};

/** Returns an answer in which second factors are apps instead of phone numbers. */
async function nameApps(answer: Response): Promise<Response> {
  const text = await answer.text();
  const named = JSON.parse(text, (_key, value: unknown) => {
    if (!(value instanceof Object && 'mfaEnrollmentId' in value && 'phoneInfo' in value)) return value;
    const { phoneInfo: _phone, unobfuscatedPhoneInfo: _number, ...factor } = value as Record<string, unknown>;
    return { ...factor, totpInfo: {} };
  }) as unknown;
  return Response.json(named, { status: answer.status });
}

function invalidCode(): Response {
  const error = {
    code: 400,
    message: 'INVALID_CODE',
    errors: [{ message: 'INVALID_CODE', reason: 'invalid' }],
  };
  return Response.json({ error }, { status: 400 });
}

/** The port of a listening server. */
export function portOf(server: Server): number {
  const address = server.address();
  return address && typeof address === 'object' ? address.port : 0;
}
