import { Hono } from 'hono';
import { z } from 'zod';
import { notFound } from '../rest/api-error.ts';
import { parseRequest, readJsonBody } from '../rest/request.ts';
import { requireToken } from '../rest/oauth.ts';
import type { SimulatorContext } from '../simulator-context.ts';
import { certificateUrl, isOwnSignature } from './signing.ts';

const verifySchema = z.object({
  auth_algo: z.string().max(100),
  cert_url: z.url(),
  transmission_id: z.string().max(50),
  transmission_sig: z.string().max(500),
  transmission_time: z.string().max(100),
  webhook_id: z.string().max(50),
  webhook_event: z.record(z.string(), z.unknown()),
});

const utc = z.iso.datetime().transform((text) => new Date(text).toISOString());
const listSchema = z.object({
  transaction_id: z.string().optional(),
  event_type: z.string().optional(),
  start_time: utc.optional(),
  end_time: utc.optional(),
  page_size: z.coerce.number().int().min(1).max(300).default(10),
  next_page_token: z.coerce.number().int().min(0).default(0),
});

/** PayPal's links name another host than the call. */
const eventsUrl = 'https://api.paypal.com/v1/notifications/webhooks-events';

/** The public certificate, and Webhooks v1 for the server: the webhook, its events, and checks of signatures. */
export function webhookRoutes(context: SimulatorContext, resend: (eventId: string) => void): Hono {
  const app = new Hono();
  const auth = requireToken(context, 'server');

  app.get('/v1/notifications/certs/:id', (c) => {
    // Without the certificate of the CA, as at PayPal.
    const { id, leaf } = context.certificates;
    if (c.req.param('id') !== id) throw notFound('cert_id');
    return c.body(leaf, 200, { 'content-type': 'application/x-pem-file' });
  });

  app.post('/v1/notifications/verify-webhook-signature', auth, async (c) => {
    const request = parseRequest(verifySchema, await readJsonBody(c));
    const transmission = {
      id: request.transmission_id,
      time: request.transmission_time,
      webhookId: context.settings.webhookId,
      // Events are sent as JSON.stringify writes them, so this is the exact body.
      body: JSON.stringify(request.webhook_event),
    };
    const isGenuine =
      request.auth_algo === 'SHA256withRSA' &&
      request.cert_url === certificateUrl(context) &&
      request.webhook_id === context.settings.webhookId &&
      isOwnSignature(context, transmission, request.transmission_sig);
    return c.json({ verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' });
  });

  app.get('/v1/notifications/webhooks/:id', auth, (c) => {
    const { webhookId, webhookUrl, webhookEvents = ['*'] } = context.settings;
    if (c.req.param('id') !== webhookId) throw notFound('webhook_id');
    const self = `${context.url}/v1/notifications/webhooks/${webhookId}`;
    return c.json({
      id: webhookId,
      url: webhookUrl,
      event_types: webhookEvents.map((name) => ({ name, description: name, status: 'ENABLED' })),
      links: [
        { href: self, rel: 'self', method: 'GET' },
        { href: self, rel: 'update', method: 'PATCH' },
        { href: self, rel: 'delete', method: 'DELETE' },
      ],
    });
  });

  app.get('/v1/notifications/webhooks-events', auth, (c) => {
    const query = parseRequest(listSchema, c.req.query(), 'query');
    const { transaction_id: paymentId, event_type: type, page_size: size, next_page_token: first } = query;
    const { start_time: from = '', end_time: until = '9999' } = query;
    const matching = Object.values(context.state.events)
      .filter(
        ({ event_type, resource, create_time: at }) =>
          (type === undefined || event_type === type) &&
          (paymentId === undefined || resource['id'] === paymentId) &&
          at >= from &&
          at <= until,
      )
      .toReversed();
    const events = matching.slice(first, first + size);
    function linkTo(rel: string, token: number) {
      const search = new URLSearchParams({ ...c.req.query(), next_page_token: String(token) });
      return { href: `${eventsUrl}?${search.toString()}`, rel, method: 'GET' };
    }
    const links = [linkTo('self', first)];
    if (first + size < matching.length) links.push(linkTo('next', first + size));
    return c.json({ events, count: events.length, links });
  });

  app.get('/v1/notifications/webhooks-events/:id', auth, (c) => {
    const event = context.state.events[c.req.param('id')];
    if (!event) throw notFound('event_id');
    return c.json(event);
  });

  app.post('/v1/notifications/webhooks-events/:id/resend', auth, (c) => {
    const event = context.state.events[c.req.param('id')];
    if (!event) throw notFound('event_id');
    resend(event.id);
    return c.json(event, 202);
  });
  return app;
}
