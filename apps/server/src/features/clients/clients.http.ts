import { Readable } from 'node:stream';
import { ORPCError } from '@orpc/server';
import { clientSelection } from '@stridewell/contract/clients';
import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance } from 'fastify';
import { requireCoach } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import type { Services } from '../../core/services.ts';
import { renewOfCoach } from './clients.labels.service.ts';
import { exportClients } from './clients.list.service.ts';

/** The list of clients as a file. */
export function registerClients(app: FastifyInstance, services: Services): void {
  const readActor = createActorReader(services);

  app.get<{ Params: { coachId: string } }>('/exports/:coachId/clients.csv', async (request, reply) => {
    const selection = clientSelection.safeParse(request.query);
    try {
      const { coach, scope } = requireCoach(await readActor(request), request.params.coachId);
      if (!selection.success) throw new ORPCError('BAD_REQUEST', { message: 'There is no such list of clients.' });
      const today = { now: services.now(), timeZone: coach.timeZone };
      if (selection.data.engagement) await renewOfCoach(services.db, scope, today.now);
      const name = `clients-${dayInZone(today.now, today.timeZone)}.csv`;
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(exportClients(services.db, scope, selection.data, today)));
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error;
      request.event.error = error.code;
      return reply.status(error.status).send({ code: error.code, message: error.message });
    }
  });
}
