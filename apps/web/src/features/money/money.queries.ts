import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

/** All screens that show revenue or expenses. */
const LEDGER_KEYS = [orpc.metrics.key(), orpc.dashboard.key()];

type LedgerEntry = Omit<Parameters<typeof rpc.money.createLedgerEntry>[0], 'coachId'>;

export const useCreateLedgerEntry = (coachId: string) =>
  useChange((entry: LedgerEntry) => rpc.money.createLedgerEntry({ coachId, ...entry }), LEDGER_KEYS);
