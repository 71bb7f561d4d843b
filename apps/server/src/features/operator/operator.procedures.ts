import { type OperatorRight, operatorMay } from '@stridewell/contract/operator/operator.rules';
import { requireRate } from '../../core/limits.ts';
import { os } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { identityScope, requireOperator } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import {
  decideCoach,
  listCoachDecisions,
  listCoachesForReview,
  readReviewCursor,
} from './operator.approval.service.ts';
import { getJoiningUser, getLinkedInvitation, joinTeam, openInvitation } from './operator.joining.service.ts';
import { getOverview } from './operator.overview.service.ts';
import { requireInvitationLink } from './operator.scopes.ts';
import {
  changeRole,
  getAccount,
  INVITED_BY_ONE,
  inviteOperator,
  listTeam,
  RESENT_TO_ONE,
  removeOperator,
  resendInvitation,
  withdrawInvitation,
} from './operator.team.service.ts';

const mayOpen = ({ operatorRole }: Actor, right: OperatorRight): boolean =>
  operatorRole !== null && operatorMay(operatorRole, right);

export const operatorProcedures = {
  getOverview: os.operator.getOverview.handler(async ({ context }) => {
    const { actor, scope } = requireOperator(await context.findActor(), 'overview');
    return getOverview(context.services, scope, (right) => mayOpen(actor, right));
  }),

  listCoachesForReview: os.operator.listCoachesForReview.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'approvals');
    const after = readReviewCursor(input.after);
    if (after === undefined) throw refuse('BAD_REQUEST');
    return context.services.db.read(scope, (tx) => listCoachesForReview(tx, { status: input.status, after }));
  }),

  listCoachDecisions: os.operator.listCoachDecisions.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'approvals');
    return { decisions: await context.services.db.read(scope, (tx) => listCoachDecisions(tx, input.coachId)) };
  }),

  decideCoach: os.operator.decideCoach.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'approvals');
    const { db, mailer, env } = context.services;
    return { status: await db.write(scope, (tx) => decideCoach(tx, { mailer, env }, input), errors) };
  }),

  listOperators: os.operator.listOperators.handler(async ({ context }) => {
    const { scope } = requireOperator(await context.findActor(), 'operators');
    const { db, env, now } = context.services;
    return db.read(scope, (tx) => listTeam(tx, { env, now: now() }));
  }),

  inviteOperator: os.operator.inviteOperator.handler(async ({ context, input, errors }) => {
    const { actor, scope } = requireOperator(await context.findActor(), 'operators');
    const { db, env, mailer, now, limiter } = context.services;
    await requireRate(limiter, `operator-invitations:${actor.userId}`, INVITED_BY_ONE);
    const account = await getAccount(db, input.email);
    const deps = { env, mailer, now: now() };
    return db.write(scope, (tx) => inviteOperator(tx, deps, input, { inviter: actor.fullName, account }), errors);
  }),

  resendOperatorInvitation: os.operator.resendOperatorInvitation.handler(async ({ context, input }) => {
    const { actor, scope } = requireOperator(await context.findActor(), 'operators');
    const { db, env, mailer, now, limiter } = context.services;
    await requireRate(limiter, `operator-invitation:${input.id}`, RESENT_TO_ONE);
    const deps = { env, mailer, now: now() };
    return db.write(scope, (tx) => resendInvitation(tx, deps, input.id, actor.fullName));
  }),

  withdrawOperatorInvitation: os.operator.withdrawOperatorInvitation.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'operators');
    await context.services.db.write(scope, (tx) => withdrawInvitation(tx, input.id));
    return { id: input.id };
  }),

  changeOperatorRole: os.operator.changeOperatorRole.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'operators');
    const { db, env } = context.services;
    await db.write(scope, (tx) => changeRole(tx, env, input), errors);
    return { userId: input.userId, role: input.role };
  }),

  removeOperator: os.operator.removeOperator.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'operators');
    const { db, env, accounts } = context.services;
    await db.write(scope, (tx) => removeOperator(tx, env, input), errors);
    await accounts.endAllSessions(input.userId);
    return { userId: input.userId };
  }),

  getOperatorInvitation: os.operator.getOperatorInvitation.handler(async ({ context, input }) => {
    const { db, now } = context.services;
    return openInvitation(db, requireInvitationLink(input.token), now());
  }),

  acceptOperatorInvitation: os.operator.acceptOperatorInvitation.handler(async ({ context, input, errors }) => {
    const { db, accounts, now } = context.services;
    const link = requireInvitationLink(input.token);
    const invitation = await getLinkedInvitation(db, link);
    const { fullName, password } = input;
    const person = { actor: await context.findActor(), fullName, password, now: now() };
    const userId = await getJoiningUser({ ...context, db, accounts, answers: errors }, invitation, person);
    return { role: await db.write(identityScope, (tx) => joinTeam(tx, link, userId), errors) };
  }),
};
