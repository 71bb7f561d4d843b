import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { ForgedEvent } from '../../core/payments/gateway.ts';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireClient, requireCoach } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { auditExport } from '../audit/audit.service.ts';
import { pdfLookOf } from '../branding/branding.looks.service.ts';
import { exportPayments } from './money.export.service.ts';
import { getInvoice } from './money.overview.service.ts';
import { type InvoiceSheet, renderInvoiceSheet } from './money.sheet.pdf.ts';
import { receiveConnectEvent } from './money.webhooks.service.ts';

/** @throws NOT_FOUND */
function idOf(text: string): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw refuse('NOT_FOUND');
  return id.data;
}

/**
 * Registers the downloads of invoices (PDF, for coach and client) and of payments, and the webhook of card payments.
 */
export async function registerMoney(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now, connect, log } = services;
  const readActor = createActorReader(services);

  async function answer(reply: FastifyReply, coachId: string, content: Omit<InvoiceSheet, 'look'>) {
    const sheet = { ...content, look: await pdfLookOf(services, coachId) };
    const name = encodeURIComponent(`invoice-${sheet.invoice.label || 'draft'}.pdf`);
    return reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .send(await renderInvoiceSheet(sheet));
  }

  app.get<{ Params: { coachId: string; id: string } }>('/exports/:coachId/invoices/:id.pdf', async (request, reply) => {
    const { coach, scope } = requireCoach(await readActor(request), request.params.coachId);
    const today = dayInZone(now(), coach.timeZone);
    const found = await db.readAtOnce(scope, (tx) => getInvoice(tx, idOf(request.params.id), today));
    const { id: subjectId, clientId } = found.invoice;
    await auditExport(db, scope, { file: 'invoice', subjectId, clientId });
    return answer(reply, coach.id, found);
  });

  app.get<{ Params: { coachId: string } }>('/exports/:coachId/payments.csv', async (request, reply) => {
    const { coach, scope } = requireCoach(await readActor(request), request.params.coachId);
    const today = dayInZone(now(), coach.timeZone);
    await auditExport(db, scope, { file: 'payments' });
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="payments-${today}.csv"`)
      .send(exportPayments(db, scope, today));
  });

  app.get<{ Params: { id: string } }>('/exports/own/invoices/:id.pdf', async (request, reply) => {
    const { relationship, scope } = requireClient(await readActor(request));
    const today = dayInZone(now(), relationship.timeZone);
    const found = await db.readAtOnce(scope, (tx) => getInvoice(tx, idOf(request.params.id), today));
    return answer(reply, relationship.coachId, found);
  });

  if (!connect) return;
  // The signature covers the bytes, so the body stays unparsed.
  await app.register((scoped, _options, registered) => {
    scoped.removeAllContentTypeParsers();
    scoped.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scoped.post('/webhooks/stripe-connect', async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      try {
        const raw = typeof request.body === 'string' ? request.body : '';
        await receiveConnectEvent({ ...services, connect }, raw, typeof signature === 'string' ? signature : '');
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
