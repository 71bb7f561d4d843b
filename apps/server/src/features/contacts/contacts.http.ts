import { contactSelection } from '@stridewell/contract/contacts/contacts';
import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireOperator } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { exportContacts } from './contacts.export.service.ts';

/** Registers the download of the operators' inbox. */
export function registerContacts(app: FastifyInstance, services: Services): void {
  const readActor = createActorReader(services);

  app.get('/exports/operator/contacts.csv', async (request, reply) => {
    const { actor, scope } = requireOperator(await readActor(request), 'contacts');
    const selection = contactSelection.safeParse(request.query);
    if (!selection.success) throw refuse('BAD_REQUEST', { message: 'There is no such list of contacts.' });
    const name = `contacts-${dayInZone(services.now(), actor.timeZone)}.csv`;
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(await exportContacts(services.db, scope, selection.data));
  });
}
