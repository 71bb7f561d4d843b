import { randomUUID } from 'node:crypto';
import { DEFAULT_GUARDRAILS } from '@stridewell/contract/adjustments/adjustments.rules';
import { type Case, get, send } from './security-calls.ts';
import type { World } from './world.ts';

const nowhere = randomUUID();

const deciding = (verb: string, id: (world: World) => string, body: object = {}) =>
  send('POST', (world) => `/adjustments/${id(world)}/${verb}`, { coachId: '{coachId}', ...body });
type Status = keyof World['adjustmentIds'];
/** An adjustment that is already decided, so that the call repeats the decision. */
const decided =
  (status: Status) =>
  ({ adjustmentIds }: World) =>
    adjustmentIds[status];
const proposal = decided('open');
const missing = () => nowhere;

const RAILS = '/adjustment_guardrails';
const saving = (guardrails: object) => send('PATCH', RAILS, { coachId: '{coachId}', guardrails });
const savingFor = (clientId: (world: World) => string, guardrails: object | null = DEFAULT_GUARDRAILS) =>
  send('PATCH', (world) => `/clients/${clientId(world)}${RAILS}`, { coachId: '{coachId}', guardrails });
const moving = (changes: object = {}) =>
  send('POST', '/adjustments/own/today', { clientProgramId: '{clientProgramId}', dayKey: 'day000000', ...changes });

/** The coach decides. A client can read applied changes, and move their own missed days. */
export const ADJUSTMENTS_CASES: Record<string, Case> = {
  'adjustments.getClientAdjustments': {
    call: get('/clients/{clientId}/adjustments?coachId={coachId}'),
    missing: [get(`/clients/${nowhere}/adjustments?coachId={coachId}`)],
  },
  'adjustments.approveAdjustment': {
    call: deciding('approve', proposal, { revision: 1 }),
    missing: [deciding('approve', missing, { revision: 1 })],
  },
  'adjustments.dismissAdjustment': {
    call: deciding('dismiss', decided('dismissed')),
    missing: [deciding('dismiss', missing)],
  },
  'adjustments.undoAdjustment': {
    call: deciding('undo', decided('undone')),
    missing: [deciding('undo', missing)],
  },
  'adjustments.draftAdjustment': {
    call: deciding('draft', decided('drafted')),
    missing: [deciding('draft', missing)],
  },
  'adjustments.saveGuardrails': {
    call: saving(DEFAULT_GUARDRAILS),
    missing: [send('PATCH', RAILS, { coachId: nowhere, guardrails: DEFAULT_GUARDRAILS })],
  },
  'adjustments.saveClientGuardrails': {
    call: savingFor(({ clientId }) => clientId),
    missing: [savingFor(missing), savingFor(missing, null)],
  },
  'adjustments.moveOwnWorkout': {
    call: moving(),
    missing: [moving({ clientProgramId: nowhere })],
  },
};
