import { dayInZone } from '@stridewell/contract/time';
import { findCoachOnRecord } from '../../core/people/coach-record.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listUnreadConversations } from '../messages/messages.service.ts';
import { listClientsInDebt } from '../money/money.service.ts';
import { listSilence } from '../retention/retention.silence.service.ts';
import { selectReachable } from './flows.data.ts';
import type { StandingClient } from './flows.standing.rules.ts';

export type FlowClient = StandingClient & { clientId: string; name: string; timeZone: string };

/** The facts that flows need now: the coach, and their clients by name. */
export async function readFlowFacts(tx: Tx<CoachScope>, now: Date, clientId?: string) {
  const runner = await findCoachOnRecord(tx);
  if (!runner) throw new Error('a coach with flows has no record');
  const today = dayInZone(now, runner.timeZone);
  const [rows, silence, inDebt, unread] = await Promise.all([
    selectReachable(tx, clientId),
    listSilence(tx, runner.timeZone, today),
    listClientsInDebt(tx, today),
    listUnreadConversations(tx, {}),
  ]);
  const silentOf = new Map(silence.map((row) => [row.clientId, row]));
  const clients = rows.map((row): FlowClient => {
    const { timeZone, ...client } = row;
    return Object.assign(client, {
      // Until the account has one, the client's day is the coach's.
      timeZone: timeZone ?? runner.timeZone,
      silent: silentOf.get(row.clientId) ?? null,
      inDebt: inDebt.includes(row.clientId),
      unread: unread.some((one) => one.clientId === row.clientId),
    });
  });
  return { runner, today, clients };
}

export type FlowFacts = Awaited<ReturnType<typeof readFlowFacts>>;
