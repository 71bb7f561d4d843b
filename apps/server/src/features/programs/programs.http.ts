import { programDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireClient, requireCoach } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { pdfLookOf } from '../branding/branding.looks.service.ts';
import { readPreview } from '../branding/branding.preview.service.ts';
import { findWithClient } from './programs.clients.data.ts';
import { getOwnProgram } from './programs.clients.service.ts';
import { BUILT_IN_PROGRAMS } from './programs.examples.content.ts';
import { getProgram } from './programs.service.ts';
import { type ProgramSheet, renderProgram, sheetDates } from './programs.sheet.pdf.ts';

/** Registers downloads of programs as PDF: a template, a client's program, and the caller's own. */
export function registerPrograms(app: FastifyInstance, services: Services): void {
  const { db, now } = services;
  const readActor = createActorReader(services);

  const answer = async (reply: FastifyReply, coachId: string, content: Omit<ProgramSheet, 'look'>) =>
    send(reply, { ...content, look: await pdfLookOf(services, coachId) });

  async function send(reply: FastifyReply, sheet: ProgramSheet) {
    const name = encodeURIComponent(`${sheet.program.name}.pdf`);
    return reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .send(await renderProgram(sheet));
  }

  type OfCoach = { Params: { coachId: string; id: string } };

  app.get<{ Params: { coachId: string } }>('/exports/:coachId/brand-preview/program.pdf', async (request, reply) => {
    const caller = requireCoach(await readActor(request), request.params.coachId);
    const { pdf } = await readPreview(services, caller, request.query);
    const [example] = BUILT_IN_PROGRAMS;
    if (!example) throw refuse('NOT_FOUND');
    const { actor, coach } = caller;
    const sheet = { program: example.program, coachName: coach.fullName, clientName: 'Alex', dates: new Map() };
    return send(reply, Object.assign(sheet, { units: actor.unitSystem, look: pdf }));
  });

  app.get<OfCoach>('/exports/:coachId/programs/:id.pdf', async (request, reply) => {
    const { actor, coach, scope } = requireCoach(await readActor(request), request.params.coachId);
    const { program } = await db.readAtOnce(scope, (tx) => getProgram(tx, request.params.id));
    const units = actor.unitSystem;
    return answer(reply, coach.id, { program, coachName: coach.fullName, clientName: null, dates: new Map(), units });
  });

  app.get<OfCoach>('/exports/:coachId/client-programs/:id.pdf', async (request, reply) => {
    const { actor, coach, scope } = requireCoach(await readActor(request), request.params.coachId);
    const id = z.uuid().safeParse(request.params.id);
    const found = id.success ? await db.readAtOnce(scope, (tx) => findWithClient(tx, id.data)) : undefined;
    if (!found) throw refuse('NOT_FOUND');
    const { program, clientName } = found;
    const dates = sheetDates(programDays(found), dayInZone(now(), coach.timeZone));
    return answer(reply, coach.id, { program, coachName: coach.fullName, clientName, dates, units: actor.unitSystem });
  });

  app.get('/exports/own/program.pdf', async (request, reply) => {
    const { actor, relationship, scope } = requireClient(await readActor(request));
    const today = dayInZone(now(), actor.timeZone);
    const { current, next } = await db.readAtOnce(scope, (tx) => getOwnProgram(tx, today));
    const followed = current ?? next;
    if (!followed) throw refuse('NOT_FOUND');
    const { program } = followed;
    const dates = sheetDates(programDays(followed), today);
    const { coachId, coachName } = relationship;
    return answer(reply, coachId, { program, coachName, clientName: actor.fullName, dates, units: actor.unitSystem });
  });
}
