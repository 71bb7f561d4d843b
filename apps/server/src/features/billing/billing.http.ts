import type { FastifyInstance } from 'fastify';
import { ForgedEvent } from '../../core/payments/gateway.ts';
import type { Services } from '../../core/services.ts';
import { requireActor } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { renderInvoice } from './billing.invoice.pdf.ts';
import { getOwnInvoice } from './billing.portal.service.ts';
import { receiveEvent } from './billing.webhooks.service.ts';

/** Registers the payment provider's webhook and the download of invoices. */
export async function registerBilling(app: FastifyInstance, services: Services): Promise<void> {
  const { sandbox, log, env } = services;
  const readActor = createActorReader(services);

  app.get<{ Params: { id: string } }>('/billing/invoices/:id.pdf', async (request, reply) => {
    const actor = requireActor(await readActor(request));
    const invoice = await getOwnInvoice(services, sandbox, actor.userId, request.params.id);
    const pdf = await renderInvoice({
      invoice,
      productName: env.PRODUCT_NAME,
      contactEmail: env.CONTACT_EMAIL,
      customer: { name: actor.fullName, email: actor.email, timeZone: actor.timeZone },
    });
    return reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `inline; filename="invoice-${invoice.number}.pdf"`)
      .send(pdf);
  });

  // The signature covers the bytes, so the body stays unparsed.
  await app.register((scoped, _options, registered) => {
    scoped.removeAllContentTypeParsers();
    scoped.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scoped.post('/webhooks/stripe', async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      try {
        const raw = typeof request.body === 'string' ? request.body : '';
        await receiveEvent(services, raw, typeof signature === 'string' ? signature : '');
        return { received: true };
      } catch (error) {
        if (!(error instanceof ForgedEvent)) throw error;
        request.event.error = 'FORGED_EVENT';
        log.warn({ requestId: request.id, reason: error.message }, 'webhook refused');
        return reply.status(400).send({ code: 'BAD_REQUEST', message: 'This is not a valid event.' });
      }
    });
    registered();
  });
}
