import type { FastifyInstance } from 'fastify';
import { ForgedEvent } from '../../platform/payments/gateway.ts';
import type { Services } from '../../services.ts';
import { receiveEvent } from './billing.purchase.service.ts';

/** Where the payment provider tells what happened. The signature is over the bytes, so they are kept as they came. */
export async function registerBilling(app: FastifyInstance, { billing, log }: Services): Promise<void> {
  await app.register((scoped, _options, registered) => {
    scoped.removeAllContentTypeParsers();
    scoped.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scoped.post('/webhooks/stripe', async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      try {
        const raw = typeof request.body === 'string' ? request.body : '';
        await receiveEvent(billing, raw, typeof signature === 'string' ? signature : '');
        return { received: true };
      } catch (error) {
        if (!(error instanceof ForgedEvent)) throw error;
        request.event.error = 'FORGED_EVENT';
        log.warn({ requestId: request.id, reason: error.message }, 'webhook refused');
        return reply.status(400).send({ code: 'BAD_REQUEST', message: 'The signature is not valid.' });
      }
    });
    registered();
  });
}
