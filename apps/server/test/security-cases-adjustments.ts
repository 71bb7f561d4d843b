import { randomUUID } from 'node:crypto';
import { DEFAULT_GUARDRAILS } from '@stridewell/contract/adjustments/adjustments.rules';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';
import type { World } from './world.ts';

const nowhere = randomUUID();

const deciding = (verb: string, id: (world: World) => string, body: object = {}) =>
  send(
    'POST',
    (world) => `/adjustments/${id(world)}/${verb}`,
    ({ coachId }) => ({ coachId, ...body }),
  );
type Status = keyof World['adjustmentIds'];
/** An adjustment that is already decided, so that the call repeats the decision. */
const decided =
  (status: Status) =>
  ({ adjustmentIds }: World) =>
    adjustmentIds[status];
const proposal = decided('open');
const missing = () => nowhere;

const RAILS = '/adjustment_guardrails';
const BAD_GUARDRAILS: readonly object[] = [
  {},
  { ...DEFAULT_GUARDRAILS, kinds: ['everything'] },
  { ...DEFAULT_GUARDRAILS, kinds: ['move', 'move'] },
  { ...DEFAULT_GUARDRAILS, automatic: ['deload'] },
  { ...DEFAULT_GUARDRAILS, freeWeekdays: [0] },
  { ...DEFAULT_GUARDRAILS, freeWeekdays: [8] },
  { ...DEFAULT_GUARDRAILS, freeWeekdays: [1, 1] },
  { ...DEFAULT_GUARDRAILS, maxMinutes: 1e9 },
  { ...DEFAULT_GUARDRAILS, maxMinutes: '60' },
  { ...DEFAULT_GUARDRAILS, manualAfterPain: LONG },
];
const saving = (guardrails: object) =>
  send(
    'PATCH',
    () => RAILS,
    ({ coachId }) => ({ coachId, guardrails }),
  );
const savingFor = (clientId: (world: World) => string, guardrails: object | null = DEFAULT_GUARDRAILS) =>
  send(
    'PATCH',
    (world) => `/clients/${clientId(world)}${RAILS}`,
    ({ coachId }) => ({ coachId, guardrails }),
  );
const moving = (changes: object = {}) =>
  send(
    'POST',
    () => '/adjustments/own/today',
    ({ clientProgramId }) => ({ clientProgramId, dayKey: 'day000000', ...changes }),
  );

/** The coach decides. A client can read applied changes, and move their own missed days. */
export const ADJUSTMENTS_CASES: Record<string, Case> = {
  'adjustments.getClientAdjustments': {
    call: get(({ clientId, coachId }) => `/clients/${clientId}/adjustments?coachId=${coachId}`),
    bad: badGets('/clients/x/adjustments', `/clients/${nowhere}/adjustments?coachId=x`),
    missing: [get(({ coachId }) => `/clients/${nowhere}/adjustments?coachId=${coachId}`)],
  },
  'adjustments.approveAdjustment': {
    call: deciding('approve', proposal, { revision: 1 }),
    bad: [
      ...badSends('POST', `/adjustments/${nowhere}/approve`),
      deciding('approve', () => 'x', { revision: 1 }),
      deciding('approve', proposal, { revision: 0 }),
      deciding('approve', proposal, { revision: 'latest' }),
      deciding('approve', proposal, { revision: 1, to: 'tomorrow' }),
    ],
    missing: [deciding('approve', missing, { revision: 1 })],
  },
  'adjustments.dismissAdjustment': {
    call: deciding('dismiss', decided('dismissed')),
    bad: badSends('POST', `/adjustments/${nowhere}/dismiss`),
    missing: [deciding('dismiss', missing)],
  },
  'adjustments.undoAdjustment': {
    call: deciding('undo', decided('undone')),
    bad: badSends('POST', `/adjustments/${nowhere}/undo`),
    missing: [deciding('undo', missing)],
  },
  'adjustments.draftAdjustment': {
    call: deciding('draft', decided('drafted')),
    bad: badSends('POST', `/adjustments/${nowhere}/draft`),
    missing: [deciding('draft', missing)],
  },
  'adjustments.getGuardrails': {
    call: get(({ coachId }) => `${RAILS}?coachId=${coachId}`),
    bad: badGets(RAILS, `${RAILS}?coachId=x`),
  },
  'adjustments.saveGuardrails': {
    call: saving(DEFAULT_GUARDRAILS),
    bad: [...badSends('PATCH', RAILS), ...BAD_GUARDRAILS.map(saving)],
    missing: [
      send(
        'PATCH',
        () => RAILS,
        () => ({ coachId: nowhere, guardrails: DEFAULT_GUARDRAILS }),
      ),
    ],
  },
  'adjustments.saveClientGuardrails': {
    call: savingFor(({ clientId }) => clientId),
    bad: [
      ...badSends('PATCH', `/clients/${nowhere}${RAILS}`),
      ...BAD_GUARDRAILS.map((guardrails) => savingFor(({ clientId }) => clientId, guardrails)),
    ],
    missing: [savingFor(missing), savingFor(missing, null)],
  },
  'adjustments.getOwnAdjustments': { call: get(() => '/adjustments/own') },
  'adjustments.moveOwnWorkout': {
    call: moving(),
    bad: [
      ...badSends('POST', '/adjustments/own/today'),
      moving({ clientProgramId: 'x' }),
      moving({ dayKey: '' }),
      moving({ dayKey: LONG }),
    ],
    missing: [moving({ clientProgramId: nowhere })],
  },
};
