import type { OperatorRight } from '@stridewell/contract/access';
import { operatorMay } from '@stridewell/contract/operator/operator.rules';
import { requireRate } from '../../core/limits.ts';
import { operatorProcedure, visitorProcedure } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { identityScope } from '../../core/tenancy/access.ts';
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

const ofOperator = operatorProcedure.operator;
const ofVisitor = visitorProcedure.operator;

export const operatorProcedures = {
  getOverview: ofOperator.getOverview.handler(({ context: { scope, actor, services } }) =>
    getOverview(services, scope, (right) => mayOpen(actor, right)),
  ),

  listCoachesForReview: ofOperator.listCoachesForReview.handler(({ context: { scope, db }, input }) => {
    const after = readReviewCursor(input.after);
    if (after === undefined) throw refuse('BAD_REQUEST');
    return db.read(scope, (tx) => listCoachesForReview(tx, { status: input.status, after }));
  }),

  listCoachDecisions: ofOperator.listCoachDecisions.handler(async ({ context: { scope, db }, input }) => ({
    decisions: await db.read(scope, (tx) => listCoachDecisions(tx, input.coachId)),
  })),

  decideCoach: ofOperator.decideCoach.handler(async ({ context: { scope, db, services }, input, errors }) => {
    const { mailer, env } = services;
    return { status: await db.write(scope, (tx) => decideCoach(tx, { mailer, env }, input), errors) };
  }),

  listOperators: ofOperator.listOperators.handler(({ context: { scope, db, now, services } }) => {
    const { env } = services;
    return db.read(scope, (tx) => listTeam(tx, { env, now }));
  }),

  inviteOperator: ofOperator.inviteOperator.handler(
    async ({ context: { scope, db, now, actor, services }, input, errors }) => {
      const { env, mailer, limiter } = services;
      await requireRate(limiter, `operator-invitations:${actor.userId}`, INVITED_BY_ONE);
      const account = await getAccount(db, input.email);
      const deps = { env, mailer, now };
      return db.write(scope, (tx) => inviteOperator(tx, deps, input, { inviter: actor.fullName, account }), errors);
    },
  ),

  resendOperatorInvitation: ofOperator.resendOperatorInvitation.handler(
    async ({ context: { scope, db, now, actor, services }, input }) => {
      const { env, mailer, limiter } = services;
      await requireRate(limiter, `operator-invitation:${input.id}`, RESENT_TO_ONE);
      const deps = { env, mailer, now };
      return db.write(scope, (tx) => resendInvitation(tx, deps, input.id, actor.fullName));
    },
  ),

  withdrawOperatorInvitation: ofOperator.withdrawOperatorInvitation.handler(
    async ({ context: { scope, db }, input }) => {
      await db.write(scope, (tx) => withdrawInvitation(tx, input.id));
      return { id: input.id };
    },
  ),

  changeOperatorRole: ofOperator.changeOperatorRole.handler(
    async ({ context: { scope, db, services }, input, errors }) => {
      const { env } = services;
      await db.write(scope, (tx) => changeRole(tx, env, input), errors);
      return { userId: input.userId, role: input.role };
    },
  ),

  removeOperator: ofOperator.removeOperator.handler(async ({ context: { scope, db, services }, input, errors }) => {
    const { env, accounts } = services;
    await db.write(scope, (tx) => removeOperator(tx, env, input), errors);
    await accounts.endAllSessions(input.userId);
    return { userId: input.userId };
  }),

  getOperatorInvitation: ofVisitor.getOperatorInvitation.handler(({ context: { db, now }, input }) =>
    openInvitation(db, requireInvitationLink(input.token), now),
  ),

  acceptOperatorInvitation: ofVisitor.acceptOperatorInvitation.handler(async ({ context, input, errors }) => {
    const { db, now } = context;
    const { accounts } = context.services;
    const link = requireInvitationLink(input.token);
    const invitation = await getLinkedInvitation(db, link);
    const { fullName, password } = input;
    const person = { actor: await context.findActor(), fullName, password, now };
    const userId = await getJoiningUser({ ...context, db, accounts, answers: errors }, invitation, person);
    return { role: await db.write(identityScope, (tx) => joinTeam(tx, link, userId), errors) };
  }),
};
