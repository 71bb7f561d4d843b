import { reportSelection } from '@stridewell/contract/reports/reports';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireCoach } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { auditExport } from '../audit/audit.service.ts';
import { pdfLookOf } from '../branding/branding.looks.service.ts';
import { toReportFile } from './reports.interactions.csv.ts';
import { renderReport } from './reports.interactions.pdf.ts';
import { readInteractions } from './reports.service.ts';

type Route = { Params: { coachId: string } };

/** Registers the downloads of the interaction report. */
export function registerReports(app: FastifyInstance, services: Services): void {
  const { db, now } = services;
  const readActor = createActorReader(services);

  async function read(request: FastifyRequest<Route>) {
    const { coach, scope } = requireCoach(await readActor(request), request.params.coachId);
    const selection = reportSelection.safeParse(request.query);
    if (!selection.success) throw refuse('BAD_REQUEST', { message: 'There is no such report.' });
    const clock = { now: now(), timeZone: coach.timeZone };
    const report = await db.read(scope, (tx) => readInteractions(tx, selection.data, clock));
    await auditExport(db, scope, { file: 'interaction report' });
    return { report, coach, isOfOne: selection.data.clientId !== undefined };
  }

  const nameOf = ({ period }: { period: { from: string; to: string } }) =>
    `interactions-${period.from}-to-${period.to}`;

  app.get<Route>('/exports/:coachId/interactions.csv', async (request, reply) => {
    const { report } = await read(request);
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${nameOf(report)}.csv"`)
      .send(toReportFile(report));
  });

  app.get<Route>('/exports/:coachId/interactions.pdf', async (request, reply) => {
    const { report, coach, isOfOne } = await read(request);
    const look = await pdfLookOf(services, coach.id);
    return reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${nameOf(report)}.pdf"`)
      .send(await renderReport(report, { coachName: coach.fullName, timeZone: coach.timeZone, isOfOne, look }));
  });
}
