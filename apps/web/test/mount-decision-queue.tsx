import { DecisionQueuePage } from '../src/features/decisions/decision-queue.tsx';
import { sendMessage } from '../src/features/messages/messages.outbox.ts';
import { reasonText } from '../src/features/retention/retention.wording.ts';
import { RiskBadge } from '../src/features/retention/risk-badge.tsx';
import { mountWithOutboxes } from './mount-with-outboxes.tsx';
import { aCoach, COACH_ID } from './people.ts';

let coaches = 0;

/**
 * Mounts the decisions of the week with what the route puts into them, for a coach whose device sends the messages. Each
 * one is another coach, because outboxes last as long as a tab.
 */
export function mountDecisionQueue() {
  coaches += 1;
  const id = `coach-${coaches}`;
  return mountWithOutboxes(
    aCoach({ user: { id } }),
    <DecisionQueuePage
      coachId={COACH_ID}
      parts={{
        reasonText,
        badge: (level) => <RiskBadge level={level} />,
        send: ({ clientId, clientName }, text) =>
          sendMessage(id, { coachId: COACH_ID, conversationId: clientId, to: clientName }, text, []),
      }}
    />,
  );
}
