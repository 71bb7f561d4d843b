import { performanceWeeks } from '@stridewell/contract/performance/performance';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireCoach, requireFeature } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { auditExport } from '../audit/audit.service.ts';
import { toPerformanceFile } from './performance.report.csv.ts';
import { getPerformance } from './performance.service.ts';

type Route = { Params: { coachId: string }; Querystring: { weeks?: unknown } };

/** Registers the download of the clients' performance metrics. */
export function registerPerformance(app: FastifyInstance, services: Services): void {
  const readActor = createActorReader(services);

  app.get<Route>('/exports/:coachId/performance.csv', async (request, reply) => {
    const coach = requireCoach(await readActor(request), request.params.coachId);
    requireFeature(coach.actor, 'advanced_ai', services.now());
    const weeks = performanceWeeks.safeParse(request.query.weeks ?? 4);
    if (!weeks.success) throw refuse('BAD_REQUEST', { message: 'There is no such period.' });
    await auditExport(services.db, coach.scope, { file: 'performance metrics' });
    const report = await getPerformance(services, coach, weeks.data);
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="performance-${report.from}-to-${report.today}.csv"`)
      .send(toPerformanceFile(report));
  });
}
