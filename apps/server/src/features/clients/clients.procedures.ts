import { os } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import {
  requireActor,
  requireCoach,
  requireRelationship,
  requireUser,
  requireVerifiedEmail,
} from '../../core/tenancy/access.ts';
import { setClientPhoto } from '../records/records.service.ts';
import {
  acceptInvitation,
  declineInvitation,
  getAcceptingUser,
  getInvitation,
  getInvitationTo,
  getLinkedInvitation,
  isAcceptedBy,
  limitInvitations,
  listOwnInvitations,
  requireAddressee,
  requireOpenInvitation,
} from './clients.invitations.service.ts';
import { renewEngagementOfCoach } from './clients.labels.service.ts';
import { isCursorOf, listClients } from './clients.list.service.ts';
import { deleteNote, listNotes, saveNote } from './clients.notes.service.ts';
import { getOverview } from './clients.overview.service.ts';
import { requireAnswer, requireInvitationLink, requireInvitee } from './clients.scopes.ts';
import { getClient } from './clients.service.ts';
import { addClient, resendInvitation, setClientStatus, setClientStatuses } from './clients.status.service.ts';
import { listTimeline } from './clients.timeline.service.ts';

export const clientsProcedures = {
  listClients: os.clients.listClients.handler(async ({ context, input }) => {
    const { actor, coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    if (input.cursor !== undefined && !isCursorOf(input.sort, input.cursor)) {
      throw refuse('BAD_REQUEST', { message: 'This page of the list does not exist.' });
    }
    if (input.engagement) await renewEngagementOfCoach(db, scope, now());
    const today = { now: now(), timeZone: coach.timeZone, plan: actor.plan.plan };
    return db.readAtOnce(scope, (tx) => listClients(tx, input, today));
  }),

  getClient: os.clients.getClient.handler(async ({ context, input }) => {
    const { coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    const today = { now: now(), timeZone: coach.timeZone };
    return db.readAtOnce(scope, (tx) => getClient(tx, input.clientId, today));
  }),

  getOverview: os.clients.getOverview.handler(async ({ context, input }) => {
    const { coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    const today = { now: now(), timeZone: coach.timeZone };
    return db.readAtOnce(scope, (tx) => getOverview(tx, input.clientId, today));
  }),

  setClientPhoto: os.clients.setClientPhoto.handler(async ({ context, input }) => {
    const scope = requireRelationship(await context.findActor(), input);
    const { db, now } = context.services;
    await db.write(scope, (tx) => setClientPhoto(tx, input, now()));
    return { photoId: input.fileId };
  }),

  listTimeline: os.clients.listTimeline.handler(async ({ context, input }) => {
    const { coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    const today = { now: now(), timeZone: coach.timeZone };
    return db.readAtOnce(scope, (tx) => listTimeline(tx, input, today));
  }),

  listNotes: os.clients.listNotes.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return context.services.db.readAtOnce(scope, (tx) => listNotes(tx, input));
  }),

  saveNote: os.clients.saveNote.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => saveNote(tx, input, now()));
  }),

  deleteNote: os.clients.deleteNote.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    await db.write(scope, (tx) => deleteNote(tx, input, now()));
    return { id: input.id };
  }),

  addClient: os.clients.addClient.handler(async ({ context, input, errors }) => {
    const { actor, coach, scope } = requireCoach(await context.findActor(), input.coachId);
    requireVerifiedEmail(actor);
    const { services } = context;
    const inviting = {
      now: services.now(),
      timeZone: coach.timeZone,
      plan: actor.plan.plan,
      coachName: coach.fullName,
    };
    return services.db.write(scope, (tx) => addClient(tx, services, input, inviting), errors);
  }),

  setClientStatus: os.clients.setClientStatus.handler(async ({ context, input, errors }) => {
    const { actor, coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { services } = context;
    if (input.status === 'invited') {
      requireVerifiedEmail(actor);
      await limitInvitations(services, coach.id, input.clientId);
    }
    const inviting = {
      now: services.now(),
      timeZone: coach.timeZone,
      plan: actor.plan.plan,
      coachName: coach.fullName,
    };
    return services.db.write(scope, (tx) => setClientStatus(tx, services, input, inviting), errors);
  }),

  setClientStatuses: os.clients.setClientStatuses.handler(async ({ context, input }) => {
    const { actor, coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { services } = context;
    const inviting = {
      now: services.now(),
      timeZone: coach.timeZone,
      plan: actor.plan.plan,
      coachName: coach.fullName,
    };
    return {
      results: await services.db.write(scope, (tx) => setClientStatuses(tx, services, input.changes, inviting)),
    };
  }),

  resendInvitation: os.clients.resendInvitation.handler(async ({ context, input, errors }) => {
    const { actor, coach, scope } = requireCoach(await context.findActor(), input.coachId);
    requireVerifiedEmail(actor);
    const { services } = context;
    await limitInvitations(services, coach.id, input.clientId);
    const inviting = {
      now: services.now(),
      timeZone: coach.timeZone,
      plan: actor.plan.plan,
      coachName: coach.fullName,
    };
    return services.db.write(scope, (tx) => resendInvitation(tx, services, input.clientId, inviting), errors);
  }),

  getInvitation: os.clients.getInvitation.handler(async ({ context, input }) => {
    const { db, now } = context.services;
    return getInvitation(db, requireInvitationLink(input.token), now());
  }),

  acceptInvitation: os.clients.acceptInvitation.handler(async ({ context, input, errors }) => {
    const { scope, digest, mailed } = requireInvitationLink(input.token);
    const { db, now, accounts } = context.services;
    const { coachId, clientId } = scope;
    const invitation = await db.readAtOnce(scope, (tx) => getLinkedInvitation(tx, digest));
    const actor = await context.findActor();
    if (isAcceptedBy(invitation, actor)) return { coachId, clientId };
    requireOpenInvitation({ answers: errors }, invitation, now());
    const { fullName, password, goal } = input;
    // A signed-in person keeps their settings.
    const { unitSystem, timeZone } = actor ?? input;
    const account = { actor, fullName, password, mailed };
    const userId = await getAcceptingUser({ ...context, db, accounts, answers: errors }, invitation, account);
    const person = { userId, fullName, email: invitation.email };
    const details = { goal, unitSystem, timeZone, now: now() };
    const answer = requireAnswer(scope, invitation, person);
    await db.write(answer, (tx) => acceptInvitation(tx, invitation, person, details), errors);
    return { coachId, clientId };
  }),

  declineInvitation: os.clients.declineInvitation.handler(async ({ context, input, errors }) => {
    const { scope, digest } = requireInvitationLink(input.token);
    const actor = requireActor(await context.findActor());
    const { db, now, queue } = context.services;
    const invitation = await db.readAtOnce(scope, (tx) => getLinkedInvitation(tx, digest));
    requireAddressee({ answers: errors }, invitation, actor);
    const answer = requireAnswer(scope, invitation, actor);
    await db.write(answer, (tx) => declineInvitation(tx, { queue }, invitation, now()), errors);
    return { coachId: scope.coachId, clientId: scope.clientId };
  }),

  listOwnInvitations: os.clients.listOwnInvitations.handler(async ({ context }) => {
    const { scope } = requireUser(await context.findActor());
    const { db, now } = context.services;
    return { invitations: await db.readAtOnce(scope, (tx) => listOwnInvitations(tx, now())) };
  }),

  acceptOwnInvitation: os.clients.acceptOwnInvitation.handler(async ({ context, input, errors }) => {
    const { actor, scope } = requireInvitee(await context.findActor(), input);
    const { db, now } = context.services;
    const invitation = await db.readAtOnce(scope, (tx) => getInvitationTo(tx, actor.email));
    if (isAcceptedBy(invitation, actor)) return input;
    requireOpenInvitation({ answers: errors }, invitation, now());
    const { unitSystem, timeZone } = actor;
    const details = { goal: '', unitSystem, timeZone, now: now() };
    const answer = requireAnswer(scope, invitation, actor);
    await db.write(answer, (tx) => acceptInvitation(tx, invitation, actor, details), errors);
    return input;
  }),

  declineOwnInvitation: os.clients.declineOwnInvitation.handler(async ({ context, input, errors }) => {
    const { actor, scope } = requireInvitee(await context.findActor(), input);
    const { db, now, queue } = context.services;
    const invitation = await db.readAtOnce(scope, (tx) => getInvitationTo(tx, actor.email));
    const answer = requireAnswer(scope, invitation, actor);
    await db.write(answer, (tx) => declineInvitation(tx, { queue }, invitation, now()), errors);
    return input;
  }),
};
