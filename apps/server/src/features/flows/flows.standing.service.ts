import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import type { StopReason } from '@stridewell/contract/flows/flows.rules';
import { AUDIENCES } from '@stridewell/contract/flows/flows.sequences.rules';
import { OPEN_STATUSES } from '@stridewell/contract/pipeline/pipeline.rules';
import { dayInZone } from '@stridewell/contract/time';
import { type CoachOnRecord, findCoachOnRecord } from '../../core/people/coach-record.data.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listUnreadConversations } from '../messages/messages.service.ts';
import { listClientsInDebt } from '../money/money.service.ts';
import { lockLead } from '../pipeline/pipeline.automatic.service.ts';
import { readClient } from '../planner/planner.client.service.ts';
import { selectReachable } from './flows.data.ts';
import { findSender, type SequenceRow } from './flows.sequences.data.ts';

export type SequenceCoach = CoachOnRecord & { email: string; prescribes: boolean };

/** A client or a lead with what decides about the steps of a flow. */
export type SequencePerson = {
  audience: 'client' | 'lead';
  id: string;
  name: string;
  email: string;
  timeZone: string;
  status: string;
  hasAccount: boolean;
  covered: boolean;
  onboarded: boolean;
  hasHealth: () => Promise<boolean>;
  /** When a client stopped automatic messages. */
  stoppedAt: Date | null;
  lastMessageAt: Date | null;
  /** Asked only before a message or mail, as `unread` is. */
  inDebt: () => Promise<boolean>;
  /** Whether they wrote and the coach has not read it. */
  unread: () => Promise<boolean>;
  /** Whether a lead became a client. */
  isConverted: boolean;
};

export async function readSequenceCoach(tx: Tx<CoachScope>): Promise<SequenceCoach> {
  const [record, sender] = await Promise.all([findCoachOnRecord(tx), findSender(tx)]);
  if (!record) throw new Error('a coach with flows has no record');
  return Object.assign(record, sender);
}

/** Locks a client until the transaction ends and reads them; null when the coach has no such client. */
async function readClientPerson(
  tx: Tx<CoachScope>,
  clientId: string,
  { timeZone }: SequenceCoach,
  now: Date,
): Promise<SequencePerson | null> {
  if (!(await lockRelationship(tx, clientId))) return null;
  const [row] = await selectReachable(tx, clientId);
  if (!row) return null;
  const { name, email, status, hasAccount, covered, onboarded, stoppedAt, lastMessageAt } = row;
  return {
    audience: 'client',
    id: clientId,
    name,
    email,
    status,
    hasAccount,
    covered,
    onboarded,
    stoppedAt,
    lastMessageAt,
    // Until the account has one, the client's day is the coach's.
    timeZone: row.timeZone ?? timeZone,
    inDebt: async () => (await listClientsInDebt(tx, dayInZone(now, timeZone))).includes(clientId),
    unread: async () => (await listUnreadConversations(tx, {})).some((one) => one.clientId === clientId),
    hasHealth: async () => (await readClient(tx, clientId, now)).health !== null,
    isConverted: false,
  };
}

/** Locks a lead until the transaction ends and reads it. Its day is the coach's. */
async function readLeadPerson(
  tx: Tx<CoachScope>,
  leadId: string,
  { timeZone }: SequenceCoach,
): Promise<SequencePerson | null> {
  const row = await lockLead(tx, leadId);
  if (!row) return null;
  return {
    audience: 'lead',
    id: leadId,
    name: row.name,
    email: row.email,
    timeZone,
    status: row.status,
    hasAccount: false,
    covered: true,
    onboarded: false,
    hasHealth: async () => false,
    stoppedAt: null,
    lastMessageAt: null,
    inDebt: async () => false,
    unread: async () => false,
    isConverted: row.clientId !== null,
  };
}

type Keys = { clientId: string | null; leadId: string | null };

/** The person of a run, locked until the transaction ends; null when they are gone. */
export function readPerson(
  tx: Tx<CoachScope>,
  { clientId, leadId }: Keys,
  coach: SequenceCoach,
  now: Date,
): Promise<SequencePerson | null> {
  if (clientId !== null) return readClientPerson(tx, clientId, coach, now);
  if (leadId !== null) return readLeadPerson(tx, leadId, coach);
  throw new Error('a run has neither client nor lead');
}

/** Why no flow of a coach runs now; null when they may. */
export function sequenceBlock(
  { isActive, access }: Pick<CoachOnRecord, 'isActive' | 'access'>,
  now: Date,
): StopReason | null {
  if (!isActive) return 'turned_off';
  return isFeatureAllowed(access, 'flows', now) ? null : 'plan';
}

/** Why a person leaves a flow now; null while they stay. Asked again before each step. */
export function leaveReason(
  { trigger, isOn, deleted }: Pick<SequenceRow, 'trigger' | 'isOn' | 'deleted'>,
  { audience, status, hasAccount, covered, isConverted }: SequencePerson,
): StopReason | null {
  if (!isOn || deleted) return 'turned_off';
  if (audience === 'lead') {
    if (isConverted) return 'became_client';
    if (trigger.on === 'lead_moved' && status === trigger.status) return null;
    return OPEN_STATUSES.some((open) => open === status) ? null : 'lost';
  }
  if (AUDIENCES[trigger.on] === 'former') {
    if (status === 'active' || status === 'paused') return 'came_back';
    return status === 'archived' && hasAccount ? null : 'ended';
  }
  if (status === 'paused') return 'paused';
  if (status === 'invited') return null;
  if (status !== 'active' || !hasAccount) return 'ended';
  return covered ? null : 'not_covered';
}
