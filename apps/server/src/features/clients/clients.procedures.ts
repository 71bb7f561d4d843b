import { ORPCError } from '@orpc/server';
import { os } from '../../core/procedures.ts';
import {
  requireActor,
  requireCoach,
  requireRelationship,
  requireUser,
  requireVerifiedEmail,
} from '../../core/tenancy/access.ts';
import type { InvitationScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import type { Services } from '../../core/services.ts';
import { billSeatsJob } from '../../core/payments/seat-jobs.ts';
import { renewOfCoach } from './clients.labels.service.ts';
import { isCursorOf, listClients } from './clients.list.service.ts';
import { deleteNote, listNotes, saveNote } from './clients.notes.service.ts';
import { readInvitationToken, requireInvitee } from './clients.policy.ts';
import { readRecord, saveRecord, setPhoto } from './clients.record.service.ts';
import {
  acceptInvitation,
  addClient,
  declineInvitation,
  findInvitationTo,
  getClient,
  invitationStatus,
  listOwnInvitations,
  openInvitation,
} from './clients.service.ts';
import { resendInvitation, setClientStatus, type ToInvite } from './clients.status.service.ts';
import { listTimeline } from './clients.timeline.service.ts';
import { invitationMail } from './clients.mails.ts';

/** Enough for a mail that got lost; the address belongs to somebody who may not want any. */
const INVITATIONS_TO_ONE: RateLimit = { windowSeconds: 3600, max: 3 };
const INVITATIONS_AGAIN: RateLimit = { windowSeconds: 86_400, max: 100 };

/** @throws RATE_LIMITED when this client, or all of them together, were invited again too often. */
async function limitInvitations({ limiter }: Services, coachId: string, clientId: string): Promise<void> {
  const wait =
    (await limiter.consume(`invitation:${coachId}:${clientId}`, INVITATIONS_TO_ONE)) ??
    (await limiter.consume(`invitations:${coachId}`, INVITATIONS_AGAIN));
  if (wait === null) return;
  throw new ORPCError('RATE_LIMITED', {
    status: 429,
    message: 'You have sent several invitations already. Please wait a while before you send another one.',
    data: { retryAfterSeconds: wait },
  });
}

function mailInvitation({ env, mailer }: Services, coachName: string, invite: ToInvite, tx: Tx): Promise<void> {
  const props = { coachName, clientName: invite.fullName, url: `${env.appUrl}/invitation/${invite.token}` };
  return mailer.send({ to: invite.email, template: invitationMail, props }, tx);
}

/** False when the invitation is open no more. Once it is declined its seat is not billed. */
function decline(
  { db, now, queue }: Services,
  scope: InvitationScope,
  invitation: Parameters<typeof declineInvitation>[1],
): Promise<boolean> {
  return db.write(scope, async (tx) => {
    const outcome = await declineInvitation(tx, invitation, now());
    if (outcome === 'declined') await queue.send(billSeatsJob, { coachId: scope.coachId }, tx);
    return outcome !== 'closed';
  });
}

export const clientsProcedures = {
  listClients: os.clients.listClients.handler(async ({ context, input }) => {
    const { actor, coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    if (input.cursor !== undefined && !isCursorOf(input.sort, input.cursor)) {
      throw new ORPCError('BAD_REQUEST', { message: 'The list cannot go on from there.' });
    }
    if (input.engagement) await renewOfCoach(db, scope, now());
    return db.readAtOnce(scope, (tx) =>
      listClients(tx, input, { now: now(), timeZone: coach.timeZone, plan: actor.plan.plan }),
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

  getClientRecord: os.clients.getClientRecord.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const stored = await context.services.db.readAtOnce(scope, (tx) => readRecord(tx, input.clientId));
    if (!stored) throw errors.NOT_FOUND();
    return stored;
  }),

  saveClientRecord: os.clients.saveClientRecord.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const result = await db.write(scope, (tx) => saveRecord(tx, input, now()));
    if (result.kind === 'not_found') throw errors.NOT_FOUND();
    if (result.kind === 'changed') throw errors.RECORD_CHANGED({ data: { stored: result.stored } });
    return result.stored;
  }),

  setClientPhoto: os.clients.setClientPhoto.handler(async ({ context, input, errors }) => {
    const scope = requireRelationship(await context.actor(), input);
    const { db, now } = context.services;
    const set = await db.write(scope, (tx) => setPhoto(tx, input, now()));
    if (!set) throw errors.NOT_FOUND();
    return { photoId: input.fileId };
  }),

  listTimeline: os.clients.listTimeline.handler(async ({ context, input, errors }) => {
    const { coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const page = await db.readAtOnce(scope, (tx) => listTimeline(tx, input, { now: now(), timeZone: coach.timeZone }));
    if (!page) throw errors.NOT_FOUND();
    return page;
  }),

  listNotes: os.clients.listNotes.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const page = await context.services.db.readAtOnce(scope, (tx) => listNotes(tx, input));
    if (!page) throw errors.NOT_FOUND();
    return page;
  }),

  saveNote: os.clients.saveNote.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const note = await db.write(scope, (tx) => saveNote(tx, input, now()));
    if (!note) throw errors.NOT_FOUND();
    return note;
  }),

  deleteNote: os.clients.deleteNote.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    const found = await db.write(scope, (tx) => deleteNote(tx, input, now()));
    if (!found) throw errors.NOT_FOUND();
    return { id: input.id };
  }),

  addClient: os.clients.addClient.handler(async ({ context, input, errors }) => {
    const { actor, coach, scope } = requireCoach(await context.actor(), input.coachId);
    requireVerifiedEmail(actor);
    const { db, now, queue } = context.services;
    const { plan } = actor.plan;
    const result = await db.write(scope, async (tx) => {
      const added = await addClient(tx, input, { now: now(), timeZone: coach.timeZone, plan });
      if (added.kind === 'added' && added.invitationToken) {
        await mailInvitation(context.services, coach.fullName, { ...input, token: added.invitationToken }, tx);
        if (plan !== 'base') await queue.send(billSeatsJob, { coachId: coach.id }, tx);
      }
      return added;
    });
    if (result.kind === 'seats_full') throw errors.SEATS_FULL({ data: { plan, cap: result.cap } });
    if (result.kind === 'duplicate') {
      const { clientId, fullName, status, accepted } = result;
      throw errors.DUPLICATE_CLIENT({ data: { clientId, fullName, status, accepted } });
    }
    return result.client;
  }),

  setClientStatus: os.clients.setClientStatus.handler(async ({ context, input, errors }) => {
    const { actor, coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now, queue } = context.services;
    const { plan } = actor.plan;
    if (input.status === 'invited') {
      requireVerifiedEmail(actor);
      await limitInvitations(context.services, coach.id, input.clientId);
    }
    const result = await db.write(scope, async (tx) => {
      const { timeZone, fullName: coachName } = coach;
      const changed = await setClientStatus(tx, input, { now: now(), timeZone, plan, coachName });
      if (changed.kind !== 'changed') return changed;
      if (changed.invite) await mailInvitation(context.services, coach.fullName, changed.invite, tx);
      if (changed.seatsChanged && plan !== 'base') await queue.send(billSeatsJob, { coachId: coach.id }, tx);
      return changed;
    });
    if (result.kind === 'unknown') throw errors.NOT_FOUND();
    if (result.kind === 'refused') throw errors.STATUS_CHANGED({ data: { status: result.status } });
    if (result.kind === 'seats_full') throw errors.SEATS_FULL({ data: { plan, cap: result.cap } });
    return result.client;
  }),

  resendInvitation: os.clients.resendInvitation.handler(async ({ context, input, errors }) => {
    const { actor, coach, scope } = requireCoach(await context.actor(), input.coachId);
    requireVerifiedEmail(actor);
    const { db, now } = context.services;
    await limitInvitations(context.services, coach.id, input.clientId);
    const result = await db.write(scope, async (tx) => {
      const sent = await resendInvitation(tx, input.clientId, { now: now(), timeZone: coach.timeZone });
      if (sent.kind === 'sent') await mailInvitation(context.services, coach.fullName, sent.invite, tx);
      return sent;
    });
    if (result.kind === 'unknown') throw errors.NOT_FOUND();
    if (result.kind === 'refused') throw errors.NOT_INVITED();
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

  declineInvitation: os.clients.declineInvitation.handler(async ({ context, input, errors }) => {
    const link = readInvitationToken(input.token);
    const actor = requireActor(await context.actor());
    const { db } = context.services;
    const invitation = link && (await db.readAtOnce(link.scope, (tx) => openInvitation(tx, link.digest)));
    if (!link || !invitation) throw errors.NOT_FOUND();
    if (actor.email !== invitation.email) throw errors.OTHER_ACCOUNT();
    if (!(await decline(context.services, link.scope, invitation))) throw errors.INVITATION_CLOSED();
    return { coachId: link.scope.coachId, clientId: link.scope.clientId };
  }),

  listOwnInvitations: os.clients.listOwnInvitations.handler(async ({ context }) => {
    const { scope } = requireUser(await context.actor());
    const { db, now } = context.services;
    return { invitations: await db.readAtOnce(scope, (tx) => listOwnInvitations(tx, now())) };
  }),

  acceptOwnInvitation: os.clients.acceptOwnInvitation.handler(async ({ context, input, errors }) => {
    const { actor, scope } = requireInvitee(await context.actor(), input);
    const { db, now } = context.services;
    const invitation = await db.readAtOnce(scope, (tx) => findInvitationTo(tx, actor.email));
    if (!invitation) throw errors.NOT_FOUND();
    const status = invitationStatus(invitation, now());
    if (status === 'accepted' && invitation.personId === actor.userId) return input;
    if (status !== 'open') throw errors.INVITATION_CLOSED();
    const { userId, fullName, email, unitSystem, timeZone } = actor;
    const linked = await db.write(scope, (tx) =>
      acceptInvitation(tx, invitation, { userId, fullName, email }, { goal: '', unitSystem, timeZone, now: now() }),
    );
    if (!linked) throw errors.INVITATION_CLOSED();
    return input;
  }),

  declineOwnInvitation: os.clients.declineOwnInvitation.handler(async ({ context, input, errors }) => {
    const { actor, scope } = requireInvitee(await context.actor(), input);
    const { services } = context;
    const invitation = await services.db.readAtOnce(scope, (tx) => findInvitationTo(tx, actor.email));
    if (!invitation) throw errors.NOT_FOUND();
    if (!(await decline(services, scope, invitation))) throw errors.INVITATION_CLOSED();
    return input;
  }),
};
