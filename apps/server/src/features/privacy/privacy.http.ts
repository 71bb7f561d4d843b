import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireUser } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { openExport } from './privacy.service.ts';

/** Registers the download of the signed-in person's own copy. */
export function registerPrivacy(app: FastifyInstance, services: Services): void {
  const readActor = createActorReader(services);
  app.get<{ Params: { id: string } }>('/exports/own/data/:id.zip', async (request, reply) => {
    const { scope } = requireUser(await readActor(request));
    const id = z.uuid().safeParse(request.params.id);
    if (!id.success) throw refuse('NOT_FOUND');
    const { row, contents } = await openExport(services, scope, id.data);
    return reply
      .type('application/zip')
      .header('cache-control', 'private, no-store')
      .header('content-length', row.bytes)
      .header('content-disposition', `attachment; filename="my-data-${dayInZone(row.askedAt, 'UTC')}.zip"`)
      .send(contents);
  });
}
