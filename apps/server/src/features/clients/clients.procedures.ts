import { ORPCError } from '@orpc/server';
import { os } from '../../platform/http/procedures.ts';
import { billSeatsJob } from '../billing/billing.jobs.ts';
import { requireCoach, requireVerifiedEmail } from '../identity/identity.policy.ts';
import { readInvitationToken } from './clients.policy.ts';
import {
  acceptInvitation,
  addClient,
  getClient,
  invitationStatus,
  listClients,
  openInvitation,
} from './clients.service.ts';

export const clientsProcedures = {
  listClients: os.clients.listClients.handler(async ({ context, input }) => {
    const { actor, coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    return db.readAtOnce(scope, (tx) =>
      listClients(tx, { now: now(), timeZone: coach.timeZone, plan: actor.plan.plan }),
    );
  }),

  getClient: os.clients.getClient.handler(async ({ context, input, errors }) => {
    const { coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const client = await db.readAtOnce(scope, (tx) =>
      getClient(tx, input.clientId, { now: now(), timeZone: coach.timeZone }),
    );
    if (!client) throw errors.NOT_FOUND();
    return client;
  }),

  addClient: os.clients.addClient.handler(async ({ context, input, errors }) => {
    const { actor, coach, scope } = requireCoach(await context.actor(), input.coachId);
    requireVerifiedEmail(actor);
    const { db, now, mailer, env, queue } = context.services;
    const { plan } = actor.plan;
    const result = await db.write(scope, async (tx) => {
      const added = await addClient(tx, input, { now: now(), timeZone: coach.timeZone, plan });
      if (added.kind === 'added' && added.invitationToken) {
        const url = `${env.appUrl}/invitation/${added.invitationToken}`;
        const props = { coachName: coach.fullName, clientName: input.fullName, url };
        await mailer.send({ to: input.email, template: 'invitation', props }, tx);
        if (plan !== 'base') await queue.send(billSeatsJob, { coachId: coach.id }, tx);
      }
      return added;
    });
    if (result.kind === 'seats_full') throw errors.SEATS_FULL({ data: { plan, cap: result.cap } });
    if (result.kind === 'duplicate') {
      const { clientId, fullName, status } = result;
      throw errors.DUPLICATE_CLIENT({ data: { clientId, fullName, status } });
    }
    return result.client;
  }),

  getInvitation: os.clients.getInvitation.handler(async ({ context, input, errors }) => {
    const link = readInvitationToken(input.token);
    const { db, now } = context.services;
    const invitation = link && (await db.readAtOnce(link.scope, (tx) => openInvitation(tx, link.digest)));
    if (!invitation) throw errors.NOT_FOUND();
    const { coachName, fullName, email, accountId } = invitation;
    return { coachName, fullName, email, status: invitationStatus(invitation, now()), hasAccount: accountId !== null };
  }),

  acceptInvitation: os.clients.acceptInvitation.handler(async ({ context, input, errors }) => {
    const link = readInvitationToken(input.token);
    const { db, now, accounts } = context.services;
    const invitation = link && (await db.readAtOnce(link.scope, (tx) => openInvitation(tx, link.digest)));
    if (!link || !invitation) throw errors.NOT_FOUND();
    const { coachId, clientId } = link.scope;
    const actor = await context.actor();
    const status = invitationStatus(invitation, now());
    // The same person pressing the button again has what they wanted.
    if (status === 'accepted' && actor && actor.userId === invitation.personId) return { coachId, clientId };
    if (status !== 'open') throw errors.INVITATION_CLOSED();
    if (actor && actor.email !== invitation.email) throw errors.OTHER_ACCOUNT();
    if (actor && actor.role !== 'Client') throw errors.COACH_ACCOUNT();
    if (!actor && invitation.accountId) throw errors.SIGN_IN_REQUIRED();
    if (!actor && !input.password) {
      throw new ORPCError('BAD_REQUEST', { message: 'Password must be at least 8 characters long' });
    }
    const { email } = invitation;
    const { fullName, goal, unitSystem, timeZone } = input;
    if (actor && !actor.emailVerified) {
      // The link came by mail to this very address.
      await accounts.markVerified(actor.userId);
    }
    const created = actor
      ? undefined
      : await accounts.createInvited({ email, name: fullName, password: input.password ?? '' });
    const userId = actor?.userId ?? created?.userId;
    if (!userId) throw errors.SIGN_IN_REQUIRED();
    for (const cookie of created?.cookies ?? []) context.addHeader('set-cookie', cookie);
    const person = { userId, fullName, email };
    const linked = await db.write(link.scope, (tx) =>
      acceptInvitation(tx, invitation, person, { goal, unitSystem, timeZone, now: now() }),
    );
    if (!linked) throw errors.INVITATION_CLOSED();
    return { coachId, clientId };
  }),
};
