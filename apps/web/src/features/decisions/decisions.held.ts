import type { PreparedDecision } from '@stridewell/contract/decisions/decisions';
import { type DecisionOutcome, MAX_DECISION_SECONDS } from '@stridewell/contract/decisions/decisions.rules';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { refresh } from '../../lib/changes.ts';
import { messageOf } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { settledText } from './decisions.wording.ts';

/** How long a decision can be undone. */
export const HOLD_MS = 10_000;

export type Settlement = {
  decision: PreparedDecision;
  outcome: DecisionOutcome;
  /** The words to send; null where nothing is sent. */
  text: string | null;
  seconds: number;
};

/** All that one decision can change. */
const CHANGED = [
  orpc.decisions.key(),
  orpc.adjustments.key(),
  orpc.targets.key(),
  orpc.money.key(),
  orpc.programs.key(),
  orpc.sequences.key(),
  orpc.dashboard.key(),
  orpc.retention.key(),
];

/** Puts a message to the client of a decision into the outbox. */
export type SendMessage = (decision: PreparedDecision, text: string) => void;

type Way = { coachId: string; send: SendMessage };

async function act({ coachId, send }: Way, { decision, outcome, text }: Settlement): Promise<void> {
  const { proposal } = decision;
  const isApproved = outcome !== 'dismissed';
  switch (proposal.type) {
    case 'message': {
      if (isApproved && text !== null) send(decision, text);
      return;
    }
    case 'adjustment': {
      const { adjustmentId, revision } = proposal;
      if (isApproved) await rpc.adjustments.approveAdjustment({ coachId, adjustmentId, revision });
      else await rpc.adjustments.dismissAdjustment({ coachId, adjustmentId });
      return;
    }
    case 'target': {
      const { reviewId } = proposal;
      if (isApproved) await rpc.targets.approveTargetReview({ coachId, reviewId });
      else await rpc.targets.dismissTargetReview({ coachId, reviewId });
      return;
    }
    case 'pause': {
      const { subscriptionId } = proposal;
      if (isApproved) await rpc.money.pauseSubscription({ coachId, subscriptionId, paused: true });
      return;
    }
    case 'task': {
      const { taskId } = proposal;
      // A skipped task stays open: on the agenda, with its flow, and here in a week.
      if (isApproved) await rpc.sequences.completeSequenceTask({ coachId, taskId, done: true });
    }
  }
}

/** A decision that fails is still open, so the queue shows it again. */
async function carryOut(client: QueryClient, way: Way, settlement: Settlement): Promise<void> {
  const { decision, outcome, seconds } = settlement;
  const { key, kind, clientId } = decision;
  try {
    await act(way, settlement);
    await rpc.decisions.settleDecision({
      coachId: way.coachId,
      decisionId: newId(),
      clientId,
      key,
      kind,
      outcome,
      seconds: Math.min(MAX_DECISION_SECONDS, Math.round(seconds)),
    });
  } catch (error) {
    toast.error('Nothing was changed', messageOf(error, 'Please try again.'));
  }
  await refresh(client, CHANGED);
}

/**
 * Holds each decision for ten seconds, in which it can be undone. Leaving the page carries out what is held, and a tab
 * that closes puts messages into the outbox first.
 * @param onUndone gets the key of a decision that is open again
 * @returns the keys that the page no longer shows, the newest decision that is held, `settle`, and `undoLast`
 */
export function useHeldDecisions({ coachId, send, onUndone }: Way & { onUndone: (key: string) => void }) {
  const client = useQueryClient();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<Settlement | null>(null);
  const isPhone = usePhone();
  const held = useRef(new Map<string, { settlement: Settlement; timer: ReturnType<typeof setTimeout> }>());

  const release = useCallback((key: string) => {
    const one = held.current.get(key);
    clearTimeout(one?.timer);
    held.current.delete(key);
    setLast([...held.current.values()].at(-1)?.settlement ?? null);
    return one;
  }, []);
  const finish = useCallback(
    (key: string) => {
      const one = release(key);
      if (!one) return;
      // The toast belongs to the newest decision, which is the last one held. Its undo would do nothing from here on.
      if (held.current.size === 0) toast.clear();
      void carryOut(client, { coachId, send }, one.settlement).finally(() =>
        setHidden((before) => new Set([...before].filter((other) => other !== key))),
      );
    },
    [client, coachId, send, release],
  );
  const undo = useCallback(
    (key: string) => {
      const one = release(key);
      if (!one) {
        // A toast stays longer while the pointer is on it.
        toast.error('Too late to undo', 'The decision was carried out.');
        return;
      }
      setHidden((before) => new Set([...before].filter((other) => other !== key)));
      onUndone(key);
      // Replaces the toast that offers to undo.
      if (!isPhone) toast.success(`Undone: ${one.settlement.decision.clientName}`);
    },
    [onUndone, release, isPhone],
  );
  const undoLast = useCallback(() => {
    const last = [...held.current.keys()].at(-1);
    if (last !== undefined) undo(last);
  }, [undo]);

  useEffect(() => {
    const finishAll = () => {
      for (const key of [...held.current.keys()]) finish(key);
    };
    addEventListener('pagehide', finishAll);
    return () => {
      removeEventListener('pagehide', finishAll);
      finishAll();
    };
  }, [finish]);

  const settle = useCallback(
    (settlement: Settlement) => {
      const { key } = settlement.decision;
      held.current.set(key, { settlement, timer: setTimeout(() => finish(key), HOLD_MS) });
      setHidden((before) => new Set([...before, key]));
      setLast(settlement);
      // A toast would cover the buttons of the next decision on a phone.
      if (isPhone) return;
      toast.success(settledText(settlement.decision, settlement.outcome !== 'dismissed'), undefined, {
        label: 'Undo',
        run: () => undo(key),
        forMs: HOLD_MS,
      });
    },
    [finish, undo, isPhone],
  );
  return { hidden, last, settle, undoLast };
}
