import { Hono } from 'hono';
import { z } from 'zod';
import { isMailKind, mailKinds } from '../../src/shared/mail-kinds.ts';
import type { LinkSettings } from '../../src/server/frame/context/mailer.ts';
import { refuseOtherOrigins } from '../own-origin.ts';
import type { MailControl } from './caught-mail.ts';
import { listPage, mailPage, missingPage, previewsPage } from './pages.ts';
import { renderPreview } from './previews.ts';

interface CatcherContext extends LinkSettings {
  /** Origin of the catcher's page. */
  readonly url: string;
  readonly control: MailControl;
}

const switchesSchema = z
  .strictObject({
    refused: z.array(z.string()),
    refusedForNow: z.array(z.string()),
    isLoginRefused: z.boolean(),
    isDown: z.boolean(),
  })
  .partial();

/** Creates the catcher's pages and its API for tests. */
export function createCatcherApp({ url, control, ...links }: CatcherContext): Hono {
  const app = new Hono();
  app.use(refuseOtherOrigins(url));
  const findMail = (id: string) => control.mails().find((mail) => mail.id === id);

  app.get('/', (c) => {
    const to = c.req.query('to') ?? '';
    return c.html(listPage(control.mails(to || undefined), to));
  });
  app.get('/mails', (c) => c.json(control.mails(c.req.query('to'))));
  app.delete('/mails', (c) => {
    control.clear();
    return c.body(null, 204);
  });
  app.post('/clear', (c) => {
    control.clear();
    return c.redirect('/', 303);
  });
  app.get('/mails/:id', (c) => {
    const mail = findMail(c.req.param('id'));
    return mail ? c.html(mailPage(mail)) : c.html(missingPage(), 404);
  });
  app.get('/mails/:id/html', (c) => {
    const mail = findMail(c.req.param('id'));
    return mail ? mailResponse(mail.html) : c.notFound();
  });
  app.post('/control', async (c) => {
    const changes = switchesSchema.safeParse(await c.req.json().catch(() => null));
    if (!changes.success) return c.json({ message: z.prettifyError(changes.error) }, 400);
    const given = Object.entries(changes.data).filter(([, value]) => value !== undefined);
    return c.json(control.set(Object.fromEntries(given)));
  });
  app.get('/previews', (c) => c.html(previewsPage(mailKinds.map((kind) => renderPreview(kind, links)))));
  app.get('/previews/:kind', (c) => {
    const kind = c.req.param('kind');
    return isMailKind(kind) ? mailResponse(renderPreview(kind, links).html) : c.html(missingPage(), 404);
  });
  return app;
}

/** Answers with the HTML of a mail. Scripts and remote pictures do not load. The links open in a new tab. */
function mailResponse(html: string): Response {
  return new Response(html.replace('<head>', '<head><base target="_blank">'), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
