import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireClient } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { pdfLookOf } from '../branding/branding.looks.service.ts';
import { renderLetter } from './targets.letter.pdf.ts';
import { readOwnReferral } from './targets.letters.service.ts';

const letterId = z.uuid();

/** Registers the download of a referral letter, for its client alone. */
export function registerLetters(app: FastifyInstance, services: Services): void {
  const readActor = createActorReader(services);

  app.get<{ Params: { id: string } }>('/exports/own/referrals/:id.pdf', async (request, reply) => {
    const { actor, relationship, scope } = requireClient(await readActor(request));
    const id = letterId.safeParse(request.params.id);
    if (!id.success) throw refuse('NOT_FOUND');
    const { createdAt, observations } = await services.db.read(scope, (tx) => readOwnReferral(tx, id.data));
    const day = dayInZone(new Date(createdAt), actor.timeZone);
    const { fullName: clientName } = actor;
    const { coachId, coachName } = relationship;
    const look = await pdfLookOf(services, coachId);
    return reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="letter-for-a-doctor.pdf"')
      .send(await renderLetter({ clientName, coachName, day, observations, look }));
  });
}
