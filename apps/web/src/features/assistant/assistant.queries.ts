import { useChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';

/** The person who asks: a coach, or an operator about the platform. */
export type Asker = { coachId: string } | 'operator';

export const answersQuery = (asker: Asker) =>
  asker === 'operator'
    ? pagedQuery(orpc.assistant.listOperatorAnswers, {}, 'after')
    : pagedQuery(orpc.assistant.listAnswers, { coachId: asker.coachId }, 'after');

export const ask = (asker: Asker, asked: { answerId: string; question: string }, signal: AbortSignal) =>
  asker === 'operator'
    ? rpc.assistant.askOperatorAssistant(asked, { signal })
    : rpc.assistant.askAssistant(
        { coachId: asker.coachId, answerId: asked.answerId, question: asked.question },
        { signal },
      );

/** Deletes one answer, or all of them. */
export const useDeleteAnswers = (asker: Asker) =>
  useChange(
    (answerId: string | undefined) =>
      asker === 'operator'
        ? rpc.assistant.deleteOperatorAnswers({ answerId })
        : rpc.assistant.deleteAnswers({ coachId: asker.coachId, answerId }),
    [orpc.assistant.key()],
  );
