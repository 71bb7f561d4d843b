import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireClient, requireCoach } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { pdfLookOf } from '../branding/branding.looks.service.ts';
import { readOwnSheet } from './meals.own.service.ts';
import { readSheet } from './meals.service.ts';
import { type MealPlanSheet, renderMealPlan } from './meals.sheet.pdf.ts';

/** Registers downloads of meal plans as PDF: one of the coach, and the plan that the caller follows. */
export function registerMeals(app: FastifyInstance, services: Services): void {
  const { db, now } = services;
  const readActor = createActorReader(services);

  async function answer(reply: FastifyReply, coachId: string, content: Omit<MealPlanSheet, 'look'>) {
    const sheet = { ...content, look: await pdfLookOf(services, coachId) };
    const name = encodeURIComponent(`${sheet.plan.name}.pdf`);
    return reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .send(await renderMealPlan(sheet));
  }

  type OfCoach = { Params: { coachId: string; id: string } };

  app.get<OfCoach>('/exports/:coachId/meal-plans/:id.pdf', async (request, reply) => {
    const { actor, coach, scope } = requireCoach(await readActor(request), request.params.coachId);
    const { plan, foods, clientName, numbersOff } = await db.read(scope, (tx) =>
      readSheet(tx, request.params.id, dayInZone(now(), coach.timeZone)),
    );
    const reader = { units: actor.unitSystem, numbersOff };
    const names = { clientName, coachName: coach.fullName };
    return answer(reply, coach.id, { plan, foods, ...names, reader, energy: actor.energyUnit });
  });

  app.get('/exports/own/meal-plan.pdf', async (request, reply) => {
    const { actor, relationship, scope } = requireClient(await readActor(request));
    const today = dayInZone(now(), actor.timeZone);
    const reader = { units: actor.unitSystem, numbersOff: scope.numbersOff };
    const found = await db.read(scope, (tx) => readOwnSheet(tx, today, reader));
    if (!found) throw refuse('NOT_FOUND');
    const names = { clientName: actor.fullName, coachName: relationship.coachName };
    const { plan, foods } = found;
    return answer(reply, relationship.coachId, { plan, foods, ...names, reader, energy: actor.energyUnit });
  });
}
