import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance } from 'fastify';
import { ZipFile } from 'yazl';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireClient } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { foodLogFiles } from './foodlogs.export.service.ts';

/** Registers the download of a client's food log in the form of the exchange standard. */
export function registerFoodLogs(app: FastifyInstance, services: Services): void {
  const { db, now } = services;
  const readActor = createActorReader(services);

  app.get('/exports/own/food-log.zip', async (request, reply) => {
    const { actor, scope } = requireClient(await readActor(request));
    // The copy of all data has it, in a folder that says so.
    if (scope.numbersOff) throw refuse('NOT_FOUND');
    const zip = new ZipFile();
    for (const { name, contents } of foodLogFiles(db, scope, actor.timeZone)) {
      contents.once('error', (error) => zip.outputStream.emit('error', error));
      zip.addReadStream(contents, name, { mtime: now() });
    }
    zip.end();
    return reply
      .type('application/zip')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="food-log-${dayInZone(now(), actor.timeZone)}.zip"`)
      .send(zip.outputStream);
  });
}
