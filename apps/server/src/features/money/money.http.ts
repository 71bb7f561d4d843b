import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireClient, requireCoach } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { exportPayments } from './money.export.service.ts';
import { getInvoice } from './money.overview.service.ts';
import { type InvoiceSheet, renderInvoiceSheet } from './money.sheet.service.ts';

/** @throws NOT_FOUND */
function idOf(text: string): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw refuse('NOT_FOUND');
  return id.data;
}

/** Invoices as PDF files, for the coach and for the client who pays, and the payments as a table. */
export function registerMoney(app: FastifyInstance, services: Services): void {
  const { db, now } = services;
  const readActor = createActorReader(services);

  async function answer(reply: FastifyReply, sheet: InvoiceSheet) {
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
    return answer(reply, await db.readAtOnce(scope, (tx) => getInvoice(tx, idOf(request.params.id), today)));
  });

  app.get<{ Params: { coachId: string } }>('/exports/:coachId/payments.csv', async (request, reply) => {
    const { coach, scope } = requireCoach(await readActor(request), request.params.coachId);
    const today = dayInZone(now(), coach.timeZone);
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="payments-${today}.csv"`)
      .send(exportPayments(db, scope, today));
  });

  app.get<{ Params: { id: string } }>('/exports/own/invoices/:id.pdf', async (request, reply) => {
    const { relationship, scope } = requireClient(await readActor(request));
    const today = dayInZone(now(), relationship.timeZone);
    return answer(reply, await db.readAtOnce(scope, (tx) => getInvoice(tx, idOf(request.params.id), today)));
  });
}
