import { auditSearch } from '@stridewell/contract/audit/audit';
import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireOperator } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { exportAudit } from './audit.search.service.ts';
import { auditAbout } from './audit.service.ts';

/** Registers the download of an operator's search results. */
export function registerAudit(app: FastifyInstance, services: Services): void {
  const readActor = createActorReader(services);
  const { db, now } = services;
  app.get('/exports/operator/audit-log.csv', async (request, reply) => {
    const { scope } = requireOperator(await readActor(request), 'audit');
    const { data: search } = auditSearch.safeParse(request.query);
    if (!search) throw refuse('BAD_REQUEST');
    await db.write(scope, async (tx) =>
      auditAbout(tx, scope.userId, { action: 'export.downloaded', after: { file: 'audit log' } }),
    );
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="audit-log-${dayInZone(now(), 'UTC')}.csv"`)
      .send(exportAudit(db, scope, search));
  });
}
