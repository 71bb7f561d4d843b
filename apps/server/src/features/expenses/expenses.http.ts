import { expenseSelection } from '@stridewell/contract/expenses/expenses';
import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireCoach, requireFeature } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { auditExport } from '../audit/audit.service.ts';
import { exportExpenses } from './expenses.export.service.ts';

/** Registers the download of the expenses, with the filters of the list. */
export function registerExpenses(app: FastifyInstance, services: Services): void {
  const { db, now } = services;
  const readActor = createActorReader(services);

  app.get<{ Params: { coachId: string } }>('/exports/:coachId/expenses.csv', async (request, reply) => {
    const { actor, coach, scope } = requireCoach(await readActor(request), request.params.coachId);
    requireFeature(actor, 'advanced_ai', now());
    const selection = expenseSelection.safeParse(request.query);
    if (!selection.success) throw refuse('BAD_REQUEST', { message: 'These filters do not exist.' });
    await auditExport(db, scope, { file: 'expenses' });
    const name = `expenses-${dayInZone(now(), coach.timeZone)}.csv`;
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(exportExpenses(db, scope, selection.data));
  });
}
