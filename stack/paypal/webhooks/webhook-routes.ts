import { Hono } from 'hono';
import { z } from 'zod';
import { notFound } from '../rest/api-error.ts';
import { parse, readJson } from '../rest/body.ts';
import { bearer } from '../rest/oauth.ts';
import type { World } from '../world.ts';
import { certificateUrl, isOwnSignature } from './signature.ts';

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

/** PayPal's links name another host than the one that is asked. */
const eventsUrl = 'https://api.paypal.com/v1/notifications/webhooks-events';

/** The certificates, open to all, and the calls that show the webhook, verify a delivery or read an event again. */
export const webhookRoutes = (world: World, resend: (eventId: string) => void): Hono => {
  const app = new Hono();
  const auth = bearer(world, 'server');

  app.get('/v1/notifications/certs/:id', (c) => {
    // Alone, as the provider does: without the one that issued it.
    const { id, leaf } = world.certificates;
    if (c.req.param('id') !== id) throw notFound('cert_id');
    return c.body(leaf, 200, { 'content-type': 'application/x-pem-file' });
  });

  app.post('/v1/notifications/verify-webhook-signature', auth, async (c) => {
    const sent = parse(verifySchema, await readJson(c));
    const transmission = {
      id: sent.transmission_id,
      time: sent.transmission_time,
      webhookId: world.settings.webhookId,
      // Events are sent as JSON.stringify writes them, so this restores the body byte for byte.
      body: JSON.stringify(sent.webhook_event),
    };
    const genuine =
      sent.auth_algo === 'SHA256withRSA' &&
      sent.cert_url === certificateUrl(world) &&
      sent.webhook_id === world.settings.webhookId &&
      isOwnSignature(world, transmission, sent.transmission_sig);
    return c.json({ verification_status: genuine ? 'SUCCESS' : 'FAILURE' });
  });

  app.get('/v1/notifications/webhooks/:id', auth, (c) => {
    const { webhookId, webhookUrl, webhookEvents = ['*'] } = world.settings;
    if (c.req.param('id') !== webhookId) throw notFound('webhook_id');
    const self = `${world.url}/v1/notifications/webhooks/${webhookId}`;
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
    const asked = parse(listSchema, c.req.query(), 'query');
    const { transaction_id: paymentId, event_type: type, page_size: size, next_page_token: first } = asked;
    const { start_time: from = '', end_time: until = '9999' } = asked;
    const found = Object.values(world.state.events)
      .filter(
        ({ event_type, resource, create_time: at }) =>
          (type === undefined || event_type === type) &&
          (paymentId === undefined || resource['id'] === paymentId) &&
          at >= from &&
          at <= until,
      )
      .toReversed();
    const events = found.slice(first, first + size);
    const linkTo = (rel: string, token: number) => {
      const query = new URLSearchParams({ ...c.req.query(), next_page_token: String(token) });
      return { href: `${eventsUrl}?${query.toString()}`, rel, method: 'GET' };
    };
    const links = [linkTo('self', first)];
    if (first + size < found.length) links.push(linkTo('next', first + size));
    return c.json({ events, count: events.length, links });
  });

  app.get('/v1/notifications/webhooks-events/:id', auth, (c) => {
    const event = world.state.events[c.req.param('id')];
    if (!event) throw notFound('event_id');
    return c.json(event);
  });

  app.post('/v1/notifications/webhooks-events/:id/resend', auth, (c) => {
    const event = world.state.events[c.req.param('id')];
    if (!event) throw notFound('event_id');
    resend(event.id);
    return c.json(event, 202);
  });
  return app;
};
