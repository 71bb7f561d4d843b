import { Readable } from 'node:stream';
import { clientSelection } from '@stridewell/contract/clients/clients';
import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireCoach } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { auditExport } from '../audit/audit.service.ts';
import { renewEngagementOfCoach } from './clients.labels.service.ts';
import { exportClients } from './clients.list.service.ts';

/** Registers the download of the client list. */
export function registerClients(app: FastifyInstance, services: Services): void {
  const readActor = createActorReader(services);

  app.get<{ Params: { coachId: string } }>('/exports/:coachId/clients.csv', async (request, reply) => {
    const { coach, scope } = requireCoach(await readActor(request), request.params.coachId);
    const selection = clientSelection.safeParse(request.query);
    if (!selection.success) throw refuse('BAD_REQUEST', { message: 'There is no such list of clients.' });
    await auditExport(services.db, scope, { file: 'clients' });
    const today = { now: services.now(), timeZone: coach.timeZone };
    if (selection.data.engagement) await renewEngagementOfCoach(services.db, scope, today.now);
    const name = `clients-${dayInZone(today.now, today.timeZone)}.csv`;
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(exportClients(services.db, scope, selection.data, today)));
  });
}
