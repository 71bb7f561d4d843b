import { type Plan, planHasFeature } from '@stridewell/contract/billing/billing.rules';
import { daysAgo } from '@stridewell/contract/dashboard/dashboard.rules';
import type { DecisionQueue, PreparedDecision } from '@stridewell/contract/decisions/decisions';
import {
  DECISION_KINDS,
  type DecisionKind,
  type DecisionOutcome,
  holdingReply,
  invoiceMessage,
  riskMessage,
  SETTLED_DAYS,
} from '@stridewell/contract/decisions/decisions.rules';
import type { SuggestionTopic } from '@stridewell/contract/messages/messages.rules';
import type { ClientRisk } from '@stridewell/contract/retention/retention';
import { NO_REASON_TEXT, RISK_LEVELS, type TakenActionKind } from '@stridewell/contract/retention/retention.rules';
import { addDays, dayInZone, dayLabel, daysBetween } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { refuse } from '../../core/refusals.ts';
import { relationshipExists } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listProposals } from '../adjustments/adjustments.service.ts';
import { listSuggestions } from '../dashboard/dashboard.service.ts';
import { listDueTasks } from '../flows/flows.sequences.service.ts';
import { listUnreadConversations } from '../messages/messages.service.ts';
import { listComingPayments, listDueMoney } from '../money/money.service.ts';
import { getEngagement } from '../retention/retention.engagement.service.ts';
import { takeRiskAction } from '../retention/retention.facts.service.ts';
import { listOpenTargetReviews } from '../targets/targets.adaptation.service.ts';
import { insertSettled, selectSettled } from './decisions.data.ts';
import { PAUSE_AHEAD_DAYS, pauseOf } from './decisions.pauses.rules.ts';

type Asked = { now: Date; timeZone: string; plan: Plan; units: UnitSystem; prescribes: boolean };
type Prepared = Omit<PreparedDecision, 'level' | 'reasons' | 'suggestedAt'> &
  Partial<Pick<PreparedDecision, 'reasons' | 'suggestedAt'>>;
type Subject = { clientId: string; clientName: string };

const message = (draft: string): PreparedDecision['proposal'] => ({ type: 'message', draft, suggestion: null });

/** A decision whose key changes with the facts of `about`, so that new facts bring it back at once. */
const decision = (kind: DecisionKind, about: string, { clientId, clientName }: Subject) => ({
  key: `${kind}:${about}`,
  kind,
  clientId,
  clientName,
});

/** Suggestions that a known reason answers. */
const ABOUT_SILENCE: ReadonlySet<SuggestionTopic> = new Set(['check_in', 'adherence']);

/**
 * The decisions that wait for the coach, each with its facts and what happens on approval. One client has at most one
 * message prepared: a question of the client before the risk, and the risk before a suggestion. A client whose silence the
 * coach can explain gets none about it.
 */
export async function getQueue(tx: Tx<CoachScope>, asked: Asked): Promise<DecisionQueue> {
  const { now, timeZone, plan, prescribes } = asked;
  const today = dayInZone(now, timeZone);
  const [{ clients }, suggestions, unread, proposals, reviews, { invoices }, coming, tasks, settled] =
    await Promise.all([
      getEngagement(tx, asked),
      listSuggestions(tx, asked),
      listUnreadConversations(tx, {}),
      listProposals(tx),
      prescribes ? listOpenTargetReviews(tx) : [],
      listDueMoney(tx, today),
      listComingPayments(tx, { from: today, until: addDays(today, PAUSE_AHEAD_DAYS) }),
      planHasFeature(plan, 'flows') ? listDueTasks(tx, today) : [],
      selectSettled(tx, addDays(today, 1 - SETTLED_DAYS)),
    ]);
  const hidden = new Set(settled.flatMap(({ key, hiddenUntil }) => (hiddenUntil >= today ? [key] : [])));
  const written = new Set(unread.map(({ clientId }) => clientId));
  const known = new Map(clients.flatMap(({ clientId, knownReason }) => (knownReason ? [[clientId, knownReason]] : [])));
  const atRisk = clients.filter(
    ({ clientId, level }) => level !== 'On Track' && level !== null && !written.has(clientId) && !known.has(clientId),
  );
  const addressed = new Set([...written, ...atRisk.map(({ clientId }) => clientId)]);
  /** Keys of decisions that no routine stands above: a question, pain and a failed payment. */
  const urgent = new Set<string>();
  const urgentIf = <One extends { key: string }>(isUrgent: boolean, one: One): One => {
    if (isUrgent) urgent.add(one.key);
    return one;
  };
  const prepared: Prepared[] = [
    ...unread.map((row) => ({
      ...urgentIf(true, decision('reply', `${row.clientId}:${row.since.getTime()}`, row)),
      facts: [waitingText(row.unread, daysBetween(dayInZone(row.since, timeZone), today))],
      proposal: message(holdingReply(row.clientName)),
    })),
    ...proposals.map((row) => ({
      ...urgentIf(row.pain, decision('adjustment', `${row.id}:${row.revision}`, row)),
      facts: [row.reason],
      proposal: { type: 'adjustment' as const, adjustmentId: row.id, revision: row.revision, lines: row.lines },
    })),
    ...invoices.rows.map((row) => ({
      ...urgentIf(row.failed, decision('payment', row.invoiceId, row)),
      facts: [
        row.failed
          ? `The payment for “${row.label}” failed.`
          : `“${row.label}” was due ${dayLabel(row.dueOn, today)} and is not paid.`,
      ],
      proposal: message(invoiceMessage(row.clientName, row.label, row.failed)),
    })),
    ...coming.flatMap((row) => {
      const pause = pauseOf(row, known.get(row.clientId), today);
      if (!pause) return [];
      const { subscriptionId } = row;
      return [
        {
          ...decision('pause', `${subscriptionId}:${pause.since}`, row),
          facts: pause.facts,
          proposal: { type: 'pause' as const, subscriptionId },
        },
      ];
    }),
    ...atRisk.flatMap(riskDecision),
    ...tasks.map((row) => ({
      ...decision('task', row.taskId, row),
      facts: [row.text, `Due ${daysAgo(row.dueOn, today)}.`],
      proposal: { type: 'task' as const, taskId: row.taskId },
    })),
    ...suggestions
      .filter(({ clientId, topic }) => {
        if (addressed.has(clientId) || (known.has(clientId) && ABOUT_SILENCE.has(topic))) return false;
        addressed.add(clientId);
        return true;
      })
      .map(({ topic, dismissUntil, draft, message: fact, ...row }) => ({
        ...urgentIf(topic === 'unanswered', decision('advice', `${topic}:${row.clientId}`, row)),
        facts: [fact],
        proposal: { type: 'message' as const, draft, suggestion: { topic, until: dismissUntil } },
      })),
    ...reviews.flatMap(({ id, fromKcal, toKcal, sentence, ...row }) =>
      toKcal === null
        ? []
        : [
            {
              ...decision('target', id, row),
              facts: [sentence],
              proposal: { type: 'target' as const, reviewId: id, fromKcal, toKcal },
            },
          ],
    ),
  ];
  const levels = new Map(clients.map(({ clientId, level }) => [clientId, level]));
  const decisions = prepared
    .filter(({ key }) => !hidden.has(key))
    .map((one) => ({ reasons: [], suggestedAt: null, ...one, level: levels.get(one.clientId) ?? null }))
    .sort((one, other) => Number(urgent.has(other.key)) - Number(urgent.has(one.key)) || byKind(one, other));
  const seconds = settled.reduce((sum, one) => sum + one.seconds, 0);
  return { today, decisions, settled: { count: settled.length, seconds } };
}

/** The level and the action stand in the key, so that a client who rises is back at once. */
function riskDecision({ clientId, name, level, reasons, action, suggestedAt }: ClientRisk): Prepared[] {
  // A failed payment is settled first, and is a decision of its kind.
  if (action === 'payment') return [];
  const prepared = action ?? 'nudge';
  const one: Prepared = {
    ...decision('risk', `${clientId}:${prepared}:${level === 'High Risk' ? 'high' : 'moderate'}`, {
      clientId,
      clientName: name,
    }),
    facts: reasons.length === 0 ? [NO_REASON_TEXT] : [],
    reasons,
    suggestedAt,
    proposal: message(riskMessage(name, prepared)),
  };
  return [one];
}

function waitingText(messages: number, days: number): string {
  const since = days < 1 ? 'since today' : days === 1 ? 'since yesterday' : `for ${days} days`;
  return messages === 1 ? `1 message unread ${since}.` : `${messages} messages unread ${since}.`;
}

/** By kind, and within a kind those for now and the highest risk first. Otherwise the order of each list stays. */
const byKind = (one: PreparedDecision, other: PreparedDecision): number =>
  DECISION_KINDS.indexOf(one.kind) - DECISION_KINDS.indexOf(other.kind) ||
  (one.suggestedAt ?? '').localeCompare(other.suggestedAt ?? '') ||
  rankOf(one) - rankOf(other);

const rankOf = ({ level }: PreparedDecision): number =>
  level === null ? RISK_LEVELS.length : RISK_LEVELS.indexOf(level);

type Settling = {
  decisionId: string;
  clientId: string;
  key: string;
  kind: DecisionKind;
  outcome: DecisionOutcome;
  seconds: number;
};

/** Records how the coach settled a decision. Idempotent by its id. @throws NOT_FOUND */
export async function settleDecision(
  tx: Tx<CoachScope>,
  { decisionId, clientId, key, kind, outcome, seconds }: Settling,
  { now, timeZone, plan }: Pick<Asked, 'now' | 'timeZone' | 'plan'>,
): Promise<void> {
  if (!(await relationshipExists(tx, clientId))) throw refuse('NOT_FOUND');
  const day = dayInZone(now, timeZone);
  await insertSettled(tx, {
    id: decisionId,
    clientId,
    key,
    kind,
    outcome,
    seconds,
    day,
    hiddenUntil: addDays(day, SETTLED_DAYS - 1),
    settledAt: now,
  });
  const action = outcome === 'dismissed' ? null : actionOf(kind, key);
  if (action) await takeRiskAction(tx, { clientId, actionId: decisionId, action }, { now, timeZone, plan });
}

/** The action of an approved decision, whose outcome is counted; null where the client only got an answer. */
function actionOf(kind: DecisionKind, key: string): TakenActionKind | null {
  switch (kind) {
    case 'risk':
      // Also a call begins with a message: the coach calls later, and records that on the client's page.
      return key.split(':')[2] === 'nudge' ? 'nudge' : 'message';
    case 'adjustment':
      return 'plan';
    case 'payment':
      return 'payment';
    case 'pause':
      return 'pause';
    case 'advice':
      return 'message';
    case 'reply':
    case 'target':
    case 'task':
      return null;
  }
}
