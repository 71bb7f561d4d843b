import {
  type CoachContext,
  coachProcedure,
  personProcedure,
  relationshipProcedure,
  visitorProcedure,
} from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { requireVerifiedEmail } from '../../core/tenancy/access.ts';
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
import { invitationScopeOf, requireAnswer, requireInvitationLink } from './clients.scopes.ts';
import { getClient } from './clients.service.ts';
import { addClient, resendInvitation, setClientStatus, setClientStatuses } from './clients.status.service.ts';
import { listTimeline } from './clients.timeline.service.ts';

/** Facts about the coach that an invitation needs. */
const invitingOf = ({ now, actor, coach }: CoachContext) => ({
  now,
  timeZone: coach.timeZone,
  plan: actor.plan.plan,
  coachName: coach.fullName,
});

/** The same, where the coach gets the link of the invitation. */
const linkingOf = async (context: CoachContext) => ({
  ...invitingOf(context),
  address: await context.services.hosts.addressOf(context.coach.id),
});

const ofCoach = coachProcedure.clients;
const ofPerson = personProcedure.clients;
const ofVisitor = visitorProcedure.clients;

export const clientsProcedures = {
  listClients: ofCoach.listClients.handler(async ({ context: { scope, db, now, actor, coach }, input }) => {
    if (input.cursor !== undefined && !isCursorOf(input.sort, input.cursor)) {
      throw refuse('BAD_REQUEST', { message: 'This page of the list does not exist.' });
    }
    if (input.engagement) await renewEngagementOfCoach(db, scope, now);
    const today = { now, timeZone: coach.timeZone, plan: actor.plan.plan };
    return db.readAtOnce(scope, (tx) => listClients(tx, input, today));
  }),

  getClient: ofCoach.getClient.handler(({ context: { scope, db, today }, input }) =>
    db.readAtOnce(scope, (tx) => getClient(tx, input.clientId, today)),
  ),

  getOverview: ofCoach.getOverview.handler(({ context: { scope, db, today }, input }) =>
    db.readAtOnce(scope, (tx) => getOverview(tx, input.clientId, today)),
  ),

  setClientPhoto: relationshipProcedure.clients.setClientPhoto.handler(
    async ({ context: { scope, db, now }, input }) => {
      await db.write(scope, (tx) => setClientPhoto(tx, input, now));
      return { photoId: input.fileId };
    },
  ),

  listTimeline: ofCoach.listTimeline.handler(({ context: { scope, db, today }, input }) =>
    db.readAtOnce(scope, (tx) => listTimeline(tx, input, today)),
  ),

  listNotes: ofCoach.listNotes.handler(({ context: { scope, db }, input }) =>
    db.readAtOnce(scope, (tx) => listNotes(tx, input)),
  ),

  saveNote: ofCoach.saveNote.handler(({ context: { scope, db, now }, input }) =>
    db.write(scope, (tx) => saveNote(tx, input, now)),
  ),

  deleteNote: ofCoach.deleteNote.handler(async ({ context: { scope, db, now }, input }) => {
    await db.write(scope, (tx) => deleteNote(tx, input, now));
    return { id: input.id };
  }),

  addClient: ofCoach.addClient.handler(async ({ context, input, errors }) => {
    const { scope, db, services } = context;
    const linking = await linkingOf(context);
    return db.write(scope, (tx) => addClient(tx, services, input, linking), errors);
  }),

  setClientStatus: ofCoach.setClientStatus.handler(async ({ context, input, errors }) => {
    const { scope, db, actor, coach, services } = context;
    if (input.status === 'invited') {
      requireVerifiedEmail(actor);
      await limitInvitations(services, coach.id, input.clientId);
    }
    const inviting = invitingOf(context);
    return db.write(scope, (tx) => setClientStatus(tx, services, input, inviting), errors);
  }),

  setClientStatuses: ofCoach.setClientStatuses.handler(async ({ context, input }) => {
    const { scope, db, services } = context;
    const inviting = invitingOf(context);
    return {
      results: await db.write(scope, (tx) => setClientStatuses(tx, services, input.changes, inviting)),
    };
  }),

  resendInvitation: ofCoach.resendInvitation.handler(async ({ context, input, errors }) => {
    const { scope, db, coach, services } = context;
    await limitInvitations(services, coach.id, input.clientId);
    const linking = await linkingOf(context);
    return db.write(scope, (tx) => resendInvitation(tx, services, input.clientId, linking), errors);
  }),

  getInvitation: ofVisitor.getInvitation.handler(({ context: { db, now }, input }) =>
    getInvitation(db, requireInvitationLink(input.token), now),
  ),

  acceptInvitation: ofVisitor.acceptInvitation.handler(async ({ context, input, errors }) => {
    const { db, now } = context;
    const { scope, digest, mailed } = requireInvitationLink(input.token);
    const { accounts } = context.services;
    const { coachId, clientId } = scope;
    const invitation = await db.readAtOnce(scope, (tx) => getLinkedInvitation(tx, digest));
    const actor = await context.findActor();
    if (isAcceptedBy(invitation, actor)) return { coachId, clientId };
    requireOpenInvitation({ answers: errors }, invitation, now);
    const { fullName, password, goal } = input;
    // A signed-in person keeps their settings.
    const { unitSystem, timeZone } = actor ?? input;
    const account = { actor, fullName, password, mailed };
    const userId = await getAcceptingUser({ ...context, db, accounts, answers: errors }, invitation, account);
    const person = { userId, fullName, email: invitation.email };
    const details = { goal, unitSystem, timeZone, now };
    const answer = requireAnswer(scope, invitation, person);
    await db.write(answer, (tx) => acceptInvitation(tx, invitation, person, details), errors);
    return { coachId, clientId };
  }),

  declineInvitation: ofPerson.declineInvitation.handler(async ({ context, input, errors }) => {
    const { actor, db, now, services } = context;
    const { scope, digest } = requireInvitationLink(input.token);
    const invitation = await db.readAtOnce(scope, (tx) => getLinkedInvitation(tx, digest));
    requireAddressee({ answers: errors }, invitation, actor);
    const answer = requireAnswer(scope, invitation, actor);
    await db.write(answer, (tx) => declineInvitation(tx, services, invitation, now), errors);
    return { coachId: scope.coachId, clientId: scope.clientId };
  }),

  listOwnInvitations: ofPerson.listOwnInvitations.handler(async ({ context: { scope, db, now } }) => ({
    invitations: await db.readAtOnce(scope, (tx) => listOwnInvitations(tx, now)),
  })),

  acceptOwnInvitation: ofPerson.acceptOwnInvitation.handler(async ({ context: { actor, db, now }, input, errors }) => {
    const scope = invitationScopeOf(input);
    const invitation = await db.readAtOnce(scope, (tx) => getInvitationTo(tx, actor.email));
    if (isAcceptedBy(invitation, actor)) return input;
    requireOpenInvitation({ answers: errors }, invitation, now);
    const { unitSystem, timeZone } = actor;
    const details = { goal: '', unitSystem, timeZone, now };
    const answer = requireAnswer(scope, invitation, actor);
    await db.write(answer, (tx) => acceptInvitation(tx, invitation, actor, details), errors);
    return input;
  }),

  declineOwnInvitation: ofPerson.declineOwnInvitation.handler(async ({ context, input, errors }) => {
    const { actor, db, now, services } = context;
    const scope = invitationScopeOf(input);
    const invitation = await db.readAtOnce(scope, (tx) => getInvitationTo(tx, actor.email));
    const answer = requireAnswer(scope, invitation, actor);
    await db.write(answer, (tx) => declineInvitation(tx, services, invitation, now), errors);
    return input;
  }),
};
